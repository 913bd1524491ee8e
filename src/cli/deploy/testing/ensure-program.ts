import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Debian packages by program name. */
export type ProgramName = 'nginx' | 'caddy' | 'haproxy' | 'pgbouncer'

/** Debian installs servers here. The PATH of an unprivileged user lacks it. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']
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
    `${name} is missing: install it (Debian: sudo apt-get install ${name}) and run the command again.`,
  )
}

function find(name: ProgramName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

async function install(name: ProgramName): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return undefined
  process.stdout.write(`apt-get installs ${name} on this machine.\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  } catch {
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
