import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('error: a file that waits for ever while it is loaded fails by name, and the next file runs', async () => {
  const folder = await mkdtemp(join(root, 'node_modules/.cache/latchkey-loading-'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('a-stuck.test.ts', 'await new Promise(() => {})')
  await write('b-fine.test.ts', "import { test } from 'vitest'\ntest('runs', () => {})")
  await write(
    'vitest.config.ts',
    `import { BaseSequencer } from 'vitest/node'
     class ByName extends BaseSequencer {
       async sort(files) { return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId)) }
     }
     export default { test: {
       pool: 'forks', isolate: false, maxWorkers: 1, sequence: { sequencer: ByName },
       testTimeout: 2000, runner: '${root}src/service/testing/limited-loading.ts',
     } }`,
  )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toMatch(/a-stuck\.test\.ts was not loaded within 2 s/)
  expect(stdout).toMatch(/Test Files\s+1 failed \| 1 passed/)
  expect(status).toBe(1)
})
