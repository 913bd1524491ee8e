import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('index.ts', import.meta.url))
const run = promisify(execFile)

test.each([
  ['of a build', { LATCHKEY_VERSION: '1.2.3' }, 'latchkey 1.2.3\n'],
  ['of the sources', {}, 'latchkey sources\n'],
])('behavior: --version prints the version %s and starts nothing', async (_, environment, printed) => {
  const env = { PATH: process.env['PATH'], ...environment }
  const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', ENTRY, '--version'], { env })
  expect([stdout, stderr]).toEqual([printed, ''])
})
