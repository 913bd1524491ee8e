/*
 * `node remembering-compiler.mjs <folder> <real compiler> <arguments>`: caches the real compiler's output by
 * input. For each mutant, forge compiles most tests again although they did not change.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, compiler, ...options] = process.argv.slice(2)
const input = options.includes('--version') ? '' : readFileSync(0)
const key = createHash('sha256').update(options.join('\n')).update(input).digest('hex')
const kept = join(folder, key)
if (!existsSync(kept)) {
  mkdirSync(folder, { recursive: true })
  const { status, stdout } = spawnSync(compiler, options, { input, maxBuffer: 2 ** 30 })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(kept, stdout)
}
process.stdout.write(readFileSync(kept))
