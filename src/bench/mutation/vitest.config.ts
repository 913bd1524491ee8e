import { defineConfig } from 'vitest/config'

/** Runs the tests of the mutated code, and the test that compares the description of every adversarial call. */
export default defineConfig({
  test: {
    include: ['src/protocol/{signing,passkey,effects}/**/*.test.ts', 'src/contracts/described-calls.test.ts'],
    exclude: ['**/*.full.test.ts'],
    setupFiles: ['src/bench/mutation/fail-fast.ts'],
    testTimeout: 300_000,
  },
})
