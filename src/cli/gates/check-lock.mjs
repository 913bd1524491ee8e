import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'
import { notices, NOTICES } from './third-party-notices.mjs'

/**
 * Nothing is installed that the lockfile does not pin: each entry has the hash of its package. Except for packages of
 * other platforms that the registry at hand did not offer when the lockfile was written: they may only become fewer
 * (`npm run lock:complete` fills in what the registry offers by now), and none is for the machine of this check.
 * Packages run no script when they are installed, and what the product contains is named with its licence.
 */
const UNPINNED_MAX = 67

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const entries = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true)
const unpinned = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
const problems = unpinned.flatMap(([path, entry]) =>
  isOfAnotherPlatform(entry) ? [] : [`package-lock.json: ${path} has no integrity`],
)
if (unpinned.length > UNPINNED_MAX)
  problems.push(
    `package-lock.json: ${unpinned.length} entries have no integrity, and there were ${UNPINNED_MAX}`,
  )
if (!/^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8')))
  problems.push('.npmrc: packages must not run scripts when they are installed (ignore-scripts=true)')
if (readFileSync(join(root, NOTICES), 'utf8') !== notices(root, lock))
  problems.push(`${NOTICES} is not what the dependencies say: npm run notices`)

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0
    ? `${entries.length - unpinned.length} packages are pinned, ${unpinned.length} of other platforms are not: ok\n`
    : `${problems.length} problems with the dependencies\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function isOfAnotherPlatform({ optional, os, cpu, libc }) {
  if (optional !== true) return false
  const ownLibc = process.platform === 'linux' ? (isMusl() ? 'musl' : 'glibc') : undefined
  const excludes = (named, own) => named !== undefined && own !== undefined && !named.includes(own)
  return excludes(os, process.platform) || excludes(cpu, process.arch) || excludes(libc, ownLibc)
}

function isMusl() {
  return process.report.getReport().header.glibcVersionRuntime === undefined
}
