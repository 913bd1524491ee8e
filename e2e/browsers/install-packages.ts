import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const APT = '/usr/bin/apt-get'

/**
 * Installs Debian packages if this process runs as root and apt exists. Ignores failures: the caller searches
 * for the programs afterwards.
 */
export function installPackages(packages: readonly string[], say: (text: string) => void): void {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return
  say(`installing ${packages.join(', ')}`)
  const apt = (...args: string[]) =>
    spawnSync(APT, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages).status === 0
  if (install()) return
  apt('update')
  install()
}
