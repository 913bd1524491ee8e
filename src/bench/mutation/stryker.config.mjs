import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'

// The tests run in a copy of the repository, without sibling folders.
process.env.LATCHKEY_VECTORS ??= join(root, '../shared/vectors')

/**
 * `npm run mutation:protocol`: mutates the code that signs, verifies and decides what a call does, one change
 * at a time.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'src/bench/mutation/vitest.config.ts', related: false },
  mutate: ['src/protocol/{signing,passkey,effects}/*.ts', '!src/protocol/**/*.{test,bench}.ts'],
  // Each mutant of a module constant would need a run of all tests.
  ignoreStatic: true,
  // A property test that tries thousands of values takes long.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: 'node_modules/.cache/latchkey-mutation.json',
  tempDirName: 'node_modules/.cache/latchkey-mutation',
  // Stryker reads the configuration with an API that this TypeScript lacks. The tests need no types.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { break: 95 },
}
