import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.mjs'

/**
 * Completes package-lock.json with platform packages that npm left out. npm drops an optional package that
 * the configured registry does not offer, and `npm ci` then rejects the lockfile. Run it after every change
 * of dependencies: `npm run lock:complete`.
 */
const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))

const SYSTEMS = 'darwin linux win32 freebsd android openharmony sunos netbsd openbsd aix'.split(' ')
const NAMED_ALIKE = 'arm64 x64 ia32 arm wasm32 riscv64 s390x ppc64 loong64 mips64el'.split(' ')
const PROCESSORS = {
  ...Object.fromEntries(NAMED_ALIKE.map((name) => [name, name])),
  aarch64: 'arm64',
  amd64: 'x64',
}

let added = 0
let pinned = 0
for (const [parentPath, parent] of Object.entries(lock.packages)) {
  if (parentPath === '') continue
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+[^ ]*$/.test(version)
    const known = [`node_modules/${name}`, `${parentPath}/node_modules/${name}`].some(
      (path) => lock.packages[path],
    )
    if (!exact || known) continue
    lock.packages[`node_modules/${name}`] = writeEntry(name, version, parent)
    added += 1
  }
}
const unpinned = Object.entries(lock.packages).filter(
  ([path, { integrity, link }]) => path !== '' && integrity === undefined && link !== true,
)
for (const [path, entry] of unpinned) {
  const integrity = readIntegrity(path.split('node_modules/').at(-1), entry.version)
  if (integrity === undefined) continue
  lock.packages[path] = { version: entry.version, integrity, ...entry }
  pinned += 1
}
const { '': own, ...others } = lock.packages
const sorted = Object.entries(others).toSorted(([a], [b]) => (a < b ? -1 : 1))
lock.packages = { '': own, ...Object.fromEntries(sorted) }
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(
  `${added} platform packages added to package-lock.json, ${pinned} of ${unpinned.length} pinned\n`,
)

/** The hash of a package in the configured registry. Undefined if the registry does not offer it. */
function readIntegrity(name, version) {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const integrity = stdout.trim()
  return status === 0 && integrity.startsWith('sha512-') ? integrity : undefined
}

/** The last part of a package's name is its platform, such as `binding-linux-x64-musl`. */
function writeEntry(name, version, parent) {
  const words = name.replace(/^@[^/]+\//, '').split('-')
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = [...new Set(words.flatMap((word) => PROCESSORS[word] ?? []))]
  const musl = words.some((word) => word.startsWith('musl'))
  const glibc = words.some((word) => word.startsWith('gnu'))
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(os.includes('linux') && (musl || glibc) && { libc: [musl ? 'musl' : 'glibc'] }),
    ...(parent.license && { license: parent.license }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
