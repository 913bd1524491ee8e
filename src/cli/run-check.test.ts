import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const SETUP = fileURLToPath(new URL('./setup', import.meta.url))
const RUNS = 'runs.txt'
/** A program that appends a line per run and fails if `fail.txt` exists. */
const CHECK_SCRIPT = `
import { appendFileSync, existsSync } from 'node:fs'
appendFileSync('${RUNS}', 'ran\\n')
console.log('3 tests passed')
process.exit(existsSync('fail.txt') ? 1 : 0)
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-checks-'))
  await cp(SETUP, join(folder, 'src/cli/setup'), { recursive: true })
  await rm(join(folder, 'src/cli/setup/proofs.json'))
  await write('check.mjs', CHECK_SCRIPT)
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write(
    'package-lock.json',
    JSON.stringify({ packages: { 'node_modules/tool': { version: '1.0.0' } } }),
  )
  await write('source.ts', 'one')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const runs = async () => (await readFile(join(folder, RUNS), 'utf8')).trim().split('\n')

/** Runs the check in its own process. Returns the outcome and the output. */
async function runCheck(
  more: object = {},
  always = false,
  env: Record<string, string> = {},
): Promise<{ outcome: string; output: string }> {
  const check = { name: 'example', command: 'node check.mjs', inputs: ['source.ts'], ...more }
  const program = `import { runCheck } from './src/cli/setup/run-check.mjs'
const outcome = await runCheck(${JSON.stringify(check)}, { always: ${always}, ready: async () => ({}) })
console.log(\`outcome \${outcome}\`)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return { outcome: /outcome (\w+)/.exec(stdout)?.[1] ?? '', output: stdout }
}

describe('a check', () => {
  test('behavior: is skipped while its inputs are those of its last success, and reports it', async () => {
    expect((await runCheck()).outcome).toBe('passed')
    const again = await runCheck()
    expect(again.outcome).toBe('skipped')
    expect(again.output).toContain('what it depends on is as it was when it passed')
    expect(await runs()).toHaveLength(1)
  })

  test('behavior: runs again if another Postgres is set', async () => {
    const named = { LATCHKEY_TEST_POSTGRES: 'postgres://127.0.0.1:5432/postgres' }
    expect((await runCheck({ needs: 'postgres' })).outcome).toBe('passed')
    expect((await runCheck({ needs: 'postgres' }, false, named)).outcome).toBe('passed')
    expect((await runCheck({ needs: 'postgres' }, false, named)).outcome).toBe('skipped')
  })

  test.each([
    ['an input', 'source.ts', 'two'],
    [
      'a tool',
      'package-lock.json',
      JSON.stringify({ packages: { 'node_modules/tool': { version: '2.0.0' } } }),
    ],
  ])('behavior: runs again if %s changed', async (_what, file, text) => {
    await runCheck()
    await write(file, text)
    expect((await runCheck()).outcome).toBe('passed')
    expect(await runs()).toHaveLength(2)
  })

  test('behavior: runs again if all checks are forced', async () => {
    await runCheck()
    expect((await runCheck({}, true)).outcome).toBe('passed')
    expect(await runs()).toHaveLength(2)
  })

  test('error: a failed check does not count as passed, and its output is shown', async () => {
    await write('fail.txt', '')
    const { outcome, output } = await runCheck()
    expect(outcome).toBe('failed')
    expect(output).toContain('3 tests passed')
    expect((await runCheck()).outcome).toBe('failed')
    expect(await runs()).toHaveLength(2)
  })
})

describe('a long run', () => {
  const proof = { inputs: ['source.ts'], tools: ['tool'] }
  const inCheckout = (name: string) => join(folder, name)
  /** Deletes node_modules, which a fresh clone does not have. Only committed files remain. */
  const forget = () => rm(inCheckout('node_modules'), { recursive: true })

  test('behavior: writes its record on success, and is skipped as long as the record matches', async () => {
    expect((await runCheck({ proof })).output).toContain('commit src/cli/setup/proofs.json')
    await forget()
    expect((await runCheck({ proof })).outcome).toBe('skipped')
    expect(await runs()).toHaveLength(1)
  })

  test.each([
    ['what it depends on', 'source.ts', 'two'],
    [
      'its tool',
      'package-lock.json',
      JSON.stringify({ packages: { 'node_modules/tool': { version: '2.0.0' } } }),
    ],
  ])('behavior: the long run is due if %s changed', async (_what, file, text) => {
    await runCheck({ proof })
    await write(file, text)
    await runCheck({ proof })
    expect(await runs()).toHaveLength(2)
  })

  test('error: a failed long run leaves no record', async () => {
    await write('fail.txt', '')
    await runCheck({ proof })
    await expect(readFile(inCheckout('src/cli/setup/proofs.json'), 'utf8')).rejects.toThrow('ENOENT')
  })
})
