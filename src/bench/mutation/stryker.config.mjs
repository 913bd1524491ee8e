import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'

// The tests run in a copy of the repository, which has no neighbours.
process.env.LATCHKEY_VECTORS ??= join(root, '../shared/vectors')

/** `npm run mutation:protocol`: what signs, verifies and decides what a call does, changed in one place at a time. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'src/bench/mutation/vitest.config.ts', related: false },
  mutate: ['src/protocol/{signing,passkey,effects}/*.ts', '!src/protocol/**/*.{test,bench}.ts'],
  // Constants of modules would need all tests for each.
  ignoreStatic: true,
  // A property that looks for a counterexample in thousands of values takes its time.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: 'node_modules/.cache/latchkey-mutation.json',
  tempDirName: 'node_modules/.cache/latchkey-mutation',
  // It reads the configuration by an interface that this TypeScript no longer has; the tests need no types.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { break: 95 },
}
