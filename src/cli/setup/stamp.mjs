import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.mjs'

/** Hash over the contents of files and folders, by path: the same inputs give the same stamp. */
export function stampOf(inputs, extra = '') {
  const hash = createHash('sha256').update(extra)
  for (const input of inputs) addTo(hash, input)
  return hash.digest('hex')
}

/** Whether `file` holds `stamp`. */
export function isStamped(file, stamp) {
  const path = join(root, file)
  return existsSync(path) && readFileSync(path, 'utf8') === stamp
}

export function writeStamp(file, stamp) {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, stamp)
}

function addTo(hash, input) {
  const path = join(root, input)
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    hash.update(input).update('\0').update(readFileSync(path))
    return
  }
  for (const name of readdirSync(path).toSorted()) {
    if (/\.(test|bench|spec)\.tsx?$/.test(name) || name === 'testing') continue
    addTo(hash, `${input}/${name}`)
  }
}
