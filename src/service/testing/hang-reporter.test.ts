import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test.each([
  [
    'a file that waits for ever while it is loaded',
    'await new Promise(() => setInterval(() => {}, 1000))',
    /is being loaded[^]+Worker \d+ runs .+\nand waits for .+"type":"timer"/,
  ],
  [
    'a test that loops for ever',
    "test('loops', () => { for (let i = 0; ; i = Math.cos(i)) ; })",
    /Worker \d+ did not respond to a signal/,
  ],
])('error: %s → the run ends and names the file', async (_, source, expected) => {
  const folder = await mkdtemp(join(root, 'node_modules/.cache/latchkey-hang-'))
  await writeFile(join(folder, 'stuck.test.ts'), `import { test } from 'vitest'\n${source}\n`)
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { HangReporter, REPORT_ON_SIGNAL } from '${root}src/service/testing/hang-reporter.ts'
     export default { test: {
       pool: 'forks', isolate: false, execArgv: REPORT_ON_SIGNAL, testTimeout: 1000,
       reporters: ['default', new HangReporter({ silenceMsMax: 3000 })],
     } }`,
  )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toContain('stuck.test.ts')
  expect(stderr).toMatch(expected)
  expect(status).toBe(1)
})
