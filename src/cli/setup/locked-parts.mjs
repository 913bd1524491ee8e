import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './steps.mjs'

/**
 * Writes a package.json and a lockfile that contains exactly its dependencies, with the versions and hashes
 * of the repository's lockfile. npm prunes unreachable packages. (`--omit=dev` would drop packages that
 * development tools need too, such as `pg`, or keep packages that only such a tool needs.)
 *
 * @param {string} folder folder in which npm finds no other package.json
 * @param {object} description the package.json
 */
export async function writeLocked(folder, description) {
  const { name, version, dependencies, optionalDependencies } = description
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = { ...lock.packages, '': { name, version, dependencies, optionalDependencies } }
  const write = (file, content) => writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  write('package.json', description)
  write('package-lock.json', { ...lock, name, packages })
  await run('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts'], { cwd: folder })
}
