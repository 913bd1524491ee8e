import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export type ProgramName = 'nginx' | 'caddy' | 'haproxy' | 'pgbouncer' | 'etcd' | 'patroni'

/** Debian packages by program name. Patroni needs the second one for etcd. */
const PACKAGES: Readonly<Record<ProgramName, readonly string[]>> = {
  nginx: ['nginx'],
  caddy: ['caddy'],
  haproxy: ['haproxy'],
  pgbouncer: ['pgbouncer'],
  etcd: ['etcd-server'],
  patroni: ['patroni', 'python3-etcd'],
}

/** Folders in which Debian installs servers. The PATH of an unprivileged user does not contain them. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']
/** Test files run at the same time, and each of them may install programs. apt-get does not wait for another. */
const APT_LOCK = join(tmpdir(), 'latchkey-apt.lock')
const run = promisify(execFile)

/**
 * Returns the path of a program. A missing one is installed from Debian's package if root runs the tests.
 *
 * @throws Error if it is missing and cannot be installed
 */
export async function ensureProgram(name: ProgramName): Promise<string> {
  const path = find(name) ?? (await install(name))
  if (path !== undefined) return path
  throw new Error(
    `${name} is missing: install it (Debian: sudo apt-get install ${PACKAGES[name].join(' ')}) and run the command again.`,
  )
}

function find(name: ProgramName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

async function install(name: ProgramName): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return undefined
  const packages = PACKAGES[name]
  process.stdout.write(`apt-get installs ${packages.join(' ')} on this machine.\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('flock', [APT_LOCK, 'apt-get', 'update'], { env })
    await run('flock', [APT_LOCK, 'apt-get', 'install', '-y', '--no-install-recommends', ...packages], {
      env,
    })
  } catch (cause) {
    process.stdout.write(`apt-get could not install them: ${String(cause)}\n`)
    return undefined
  }
  await endService(name)
  return find(name)
}

/** Stops Debian from starting the package's own service. */
async function endService(name: ProgramName): Promise<void> {
  await run('systemctl', ['disable', '--now', name]).catch(() => undefined)
  await run('service', [name, 'stop']).catch(() => undefined)
}
