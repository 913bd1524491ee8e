import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'
import { isShipped, notices, NOTICES } from './third-party-notices.mjs'

/** Maximum number of packages in the product, including transitive ones (ADR 0002). */
const SHIPPED_MAX = 136

/**
 * Checks that the lockfile pins everything that is installed: each entry has its package's hash, including
 * those of other platforms (`npm run lock:complete` fills in those that npm left out). Packages run no
 * install scripts, and the notices name the product's contents with their licenses.
 */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const entries = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true)
const problems = entries
  .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  .map(([path]) => `package-lock.json: ${path} has no integrity`)
if (!/^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8')))
  problems.push('.npmrc: packages must not run scripts when they are installed (ignore-scripts=true)')
if (readFileSync(join(root, NOTICES), 'utf8') !== notices(root, lock))
  problems.push(`${NOTICES} is not what the dependencies say: npm run notices`)
const shipped = entries.filter(([, entry]) => isShipped(entry)).length
if (shipped > SHIPPED_MAX)
  problems.push(
    `${shipped} packages are in the product, more than ${SHIPPED_MAX}: fewer, or a new limit (ADR 0002)`,
  )

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0
    ? `${entries.length} packages are pinned, ${shipped} of them in the product: ok\n`
    : `${problems.length} problems with the dependencies\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
