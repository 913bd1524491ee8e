import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, step } from './steps.mjs'

const DEBIAN = '/usr/lib/postgresql'
const READY_MS_MAX = 30_000
/** The data is thrown away: nothing has to survive a power cut. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=300',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
]

/**
 * A Postgres for the tests, in a temporary folder on a free port: `{ url, stop }`. Debian's server is installed
 * where there is none; where it cannot be had the answer is undefined, and the reason is printed. A server that
 * LATCHKEY_TEST_DATABASE_URL names is used as it is.
 */
export async function ensurePostgres() {
  const named = process.env.LATCHKEY_TEST_DATABASE_URL
  if (named !== undefined && named !== '') return { url: named, stop: async () => {} }
  let server
  await step('postgres', async () => {
    const programs = installed() ?? (await packaged())
    if (programs === undefined) return 'SKIPPED: no Postgres here and Debian’s could not be installed'
    server = await startCluster(programs)
    return `${(await run(join(programs, 'postgres'), ['--version'])).trim()} at ${server.url}`
  })
  return server
}

/** The folder with `initdb` and `postgres`: on the PATH, else Debian's newest. */
function installed() {
  const onPath = (process.env.PATH ?? '').split(':')
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const debian = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  return [...onPath, ...debian].find((folder) =>
    ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))),
  )
}

async function packaged() {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  try {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
      const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args]
      await run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    }
  } catch {
    return undefined
  }
  return installed()
}

async function startCluster(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const owner = await ownerOfCluster()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { cwd: folder, owner }
  await runAs(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'latchkey', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  )
  const port = await freePort()
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, ...settings],
    {
      cwd: folder,
      stdio: 'ignore',
      ...owner,
    },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    process.off('exit', kill)
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  // SIGQUIT: the server ends at once, and with it every process of its own.
  const kill = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', kill)
  await ready(join(programs, 'pg_isready'), port, server)
  return { url: `postgres://latchkey:latchkey@127.0.0.1:${port}/postgres`, stop }
}

/** Postgres refuses to run as root: then it runs as the user that Debian made for it. */
async function ownerOfCluster() {
  if (process.getuid?.() !== 0) return {}
  const id = async (option) => Number((await run('id', [option, 'postgres'])).trim())
  return { uid: await id('-u'), gid: await id('-g') }
}

function runAs(command, args, { cwd, owner }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], ...owner })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} failed (exit ${code}).\n${errors}`)),
    )
  })
}

async function ready(pgIsReady, port, server) {
  const deadline = performance.now() + READY_MS_MAX
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Postgres ended with ${server.exitCode}`)
    const answers = await run(pgIsReady, ['-h', '127.0.0.1', '-p', String(port), '-q']).then(
      () => true,
      () => false,
    )
    if (answers) return
    if (performance.now() > deadline) throw new Error('Postgres did not answer in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
