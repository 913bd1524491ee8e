import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './steps.mjs'

/**
 * Writes a package.json and the lock of exactly what it needs, out of the repository's own: the same versions and hashes.
 * npm takes away what is not reached. (`--omit=dev` would leave out what a tool of development needs too, such as `pg`,
 * or keep what only such a tool brought.)
 *
 * @param {string} folder where npm finds no other package.json
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
