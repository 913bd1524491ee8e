import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.mjs'

/** Files and folders that tests and builds write among the sources. */
const WRITTEN = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.latchkey-dev',
  '.cache',
  'test-results',
  'playwright-report',
  'e2e/artifacts',
  'src/cli/setup/proofs.json',
  'src/contracts/out',
  'src/contracts/cache',
])
const TESTS = /(^|\/)testing$|\.(test|bench|spec)\.tsx?$/

/**
 * Hashes the contents of files and folders by their path from the root: equal inputs give equal stamps.
 * `extra` is hashed too. Test files count only with `tests`.
 */
export function computeStamp(inputs, extra = '', { tests = false } = {}) {
  const hash = createHash('sha256').update(extra)
  for (const input of inputs) addTo(hash, input, tests)
  return hash.digest('hex')
}

export function isStamped(file, stamp) {
  const path = join(root, file)
  return existsSync(path) && readFileSync(path, 'utf8') === stamp
}

export function writeText(file, text) {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function addTo(hash, input, tests) {
  const path = join(root, input)
  if (WRITTEN.has(input) || input.endsWith('.tsbuildinfo') || !existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    hash.update(input).update('\0').update(readFileSync(path))
    return
  }
  for (const name of readdirSync(path).toSorted()) {
    const inner = input === '.' ? name : `${input}/${name}`
    if (tests || !TESTS.test(inner)) addTo(hash, inner, tests)
  }
}
