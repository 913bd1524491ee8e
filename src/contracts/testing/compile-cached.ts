import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const nodeModule = createRequire(import.meta.url)
const contracts = fileURLToPath(new URL('../', import.meta.url))
const cache = fileURLToPath(new URL('../../../node_modules/.cache/latchkey-test/', import.meta.url))
const solcSchema = z.object({ compile: z.custom<(input: string, callbacks: object) => string>() })

/**
 * The compiler's JSON output for a standard JSON input. It is cached in `node_modules/.cache`, because
 * loading the compiler and compiling one contract take seconds, and several test files compile the same
 * contract.
 */
export function compileCached(input: object): unknown {
  const text = JSON.stringify(input)
  const path = join(cache, `solc-${hashInput(text)}.json`)
  const kept = readIfThere(path)
  if (kept !== undefined) return JSON.parse(kept)
  const output = solcSchema.parse(nodeModule('solc')).compile(text, { import: findImport })
  mkdirSync(cache, { recursive: true })
  const partial = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(partial, output)
  renameSync(partial, path)
  return JSON.parse(output)
}

/** Cache key: changes with the input, every importable source, and the compiler. */
function hashInput(input: string): string {
  const hash = createHash('sha256').update(input)
  for (const name of ['solc', '@openzeppelin/contracts']) {
    hash.update(readFileSync(nodeModule.resolve(`${name}/package.json`)))
  }
  for (const folder of ['src', 'test/targets']) {
    const names = readdirSync(join(contracts, folder), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => each.endsWith('.sol')).toSorted()) {
      hash.update(name).update(readFileSync(join(contracts, folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 24)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function findImport(path: string): { contents: string } | { error: string } {
  try {
    const file = path.startsWith('@') ? nodeModule.resolve(path) : join(contracts, path)
    return { contents: readFileSync(file, 'utf8') }
  } catch (cause) {
    return { error: `${path}: ${String(cause)}` }
  }
}
