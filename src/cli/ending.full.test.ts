import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#service/chain/anvil-process.ts'
import { builtProgram } from '#service/testing/built-program.ts'
import { endAll, makePackage, startTree, untilGone, type ProcessTree } from './testing/process-tree.ts'

/** Signals that the tests send to npm only. The shell between npm and the program forwards no signal. */
const SIGNALS: NodeJS.Signals[] = ['SIGTERM', 'SIGKILL']
const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup()
})

function go(program: string, env: Record<string, string> = {}): ProcessTree {
  const { folder, remove } = makePackage(program)
  cleanups.push(remove)
  return startTree('npm', ['run', '--silent', 'go'], { cwd: folder, env })
}

/** Ids of all processes of the tree. Those still running at the end of the test are killed. */
function allOf(tree: ProcessTree): number[] {
  const all = tree.all()
  cleanups.push(() => endAll(all))
  return all
}

async function serverSettings() {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-ending-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const [port, demoPort] = [String(await freePort()), String(await freePort())]
  return { DATA_DIR: dataDir, PORT: port, DEMO_PORT: demoPort }
}

async function untilReady(port: string): Promise<void> {
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(ask, { timeout: 120_000, interval: 50 }).toBe(true)
}

describe('npm start', () => {
  test.each(SIGNALS)(
    'behavior: %s to npm alone ends the server, its chain and everything else that it started',
    async (signal) => {
      const settings = await serverSettings()
      const program = [await builtProgram('src/cli/index.ts'), 'serve']
      const tree = go(
        `import { inForeground } from 'SETUP/ending.mjs'
         inForeground(${JSON.stringify(program)}, { graceMs: 45_000 })`,
        settings,
      )
      await untilReady(settings.PORT)
      const all = allOf(tree)
      expect(all.length).toBeGreaterThanOrEqual(6)
      tree.child.kill(signal)
      await untilGone(all)
      rmSync(settings.DATA_DIR, { recursive: true })
    },
    180_000,
  )

  test('behavior: one request to stop that arrives as several signals to the whole process group stops the server gracefully', async () => {
    const settings = await serverSettings()
    const tree = startTree(process.execPath, [await builtProgram('src/cli/index.ts'), 'serve'], {
      env: settings,
    })
    await untilReady(settings.PORT)
    const all = allOf(tree)
    // The system merges signals of one kind that arrive close together.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(-(tree.child.pid ?? 0), signal)
    expect(await tree.ended).toBe(0)
    await untilGone(all)
    expect(tree.output()).not.toContain('the embedded chain ended')
    rmSync(settings.DATA_DIR, { recursive: true })
  })
})

describe('npm test', () => {
  /** A check's process tree: npm, a shell, a program, and a child of that program. The child ignores signals. */
  const CHECK = `
    const { spawn } = require('node:child_process')
    const deaf = "process.on('SIGTERM', () => {}); console.log('started'); setInterval(() => {}, 1000)"
    spawn(process.execPath, ['-e', deaf], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`

  test.each(SIGNALS)(
    'behavior: %s to npm alone ends the running checks and everything that they started',
    async (signal) => {
      const tree = go(
        `import { run } from 'SETUP/steps.mjs'
         console.log('running')
         run(process.execPath, ['-e', ${JSON.stringify(CHECK)}], { show: true }).catch(() => undefined)`,
      )
      await tree.says('started')
      const all = allOf(tree)
      expect(all.length).toBeGreaterThanOrEqual(5)
      tree.child.kill(signal)
      await untilGone(all)
    },
    120_000,
  )

  test('behavior: kill -9 of the run ends its Postgres and removes its folder', async () => {
    const { folder, remove } = makePackage(
      `import { ensurePostgres } from 'SETUP/postgres.mjs'
       const { url } = await ensurePostgres()
       console.log('url=' + url)
       setInterval(() => {}, 1_000)`,
    )
    cleanups.push(remove)
    const temporary = mkdtempSync(join(tmpdir(), 'latchkey-ending-'))
    cleanups.push(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }))
    // Under root, Postgres runs as another user.
    chmodSync(temporary, 0o755)
    const env = { LATCHKEY_TEST_POSTGRES: '', TMPDIR: temporary }
    const tree = startTree(process.execPath, ['go.mjs'], { cwd: folder, env })
    await tree.says('url=')
    const [, port = ''] = /url=\S+:(\d+)\//.exec(tree.output()) ?? []
    expect(await accepts(Number(port))).toBe(true)
    const all = allOf(tree)
    tree.child.kill('SIGKILL')
    await untilGone(all)
    expect(await accepts(Number(port))).toBe(false)
    expect(readdirSync(temporary)).toEqual([])
  })
})

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
