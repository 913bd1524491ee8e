import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const NOTICES = 'THIRD-PARTY-NOTICES'

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([-.].*)?$/i
const RULE = '='.repeat(80)

/**
 * Whether a lockfile entry is part of the product, which excludes development tools. Optional packages are
 * separate programs and not part of a build.
 */
export function isShipped({ dev, devOptional, optional }) {
  return dev !== true && devOptional !== true && optional !== true
}

/** Lists the product's third-party code with its license texts. Equal texts appear once. */
export function notices(root, lock) {
  const byText = new Map()
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || !isShipped(entry)) continue
    const name = `${path.split('node_modules/').at(-1)} ${entry.version} (${entry.license ?? 'no licence named'})`
    const text = readLicense(join(root, path))
    byText.set(text, [...(byText.get(text) ?? []), name])
  }
  const parts = [...byText].map(([text, names]) => [
    [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1)).join('\n'),
    text,
  ])
  const sorted = parts.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const head = 'Latchkey contains the following packages of others. Written by `npm run notices`.\n'
  return [head, ...sorted.map(([names, text]) => `${RULE}\n${names}\n\n${text}\n`)].join('\n')
}

function readLicense(folder) {
  const files = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .toSorted()
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.length === 0 ? 'The package contains no text of its licence.' : texts.join('\n\n')
}
