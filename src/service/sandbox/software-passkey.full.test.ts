import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const MODULE = new URL('software-passkey.ts', import.meta.url).href
const KEYS = 8_000
const TIMEOUT_MS = 240_000

test('behavior: creates thousands of keys during constant garbage collection without stopping', async () => {
  const script = `const { createStoredKey } = await import(${JSON.stringify(MODULE)})
    for (let key = 0; key < ${KEYS}; key++) createStoredKey()
    console.log('made')`
  // A small nursery makes the deadlock of Node 20 happen within seconds instead of days.
  const flags = ['--max-semi-space-size=1', '--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout } = await run(process.execPath, flags, { timeout: TIMEOUT_MS })
  expect(stdout).toBe('made\n')
})
