import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * `node src/cli/setup/compress-built.mjs dist/console`: writes the smallest brotli and gzip form of every
 * built text file next to it (`index-abc.js.br`). The server sends them.
 */
const TEXT = /\.(css|html|js|json|md|svg|txt|webmanifest)$/
/** Minimum size in bytes. For smaller files compression saves no more than its header costs. */
const BYTES_MIN = 256

const [, , folder] = process.argv
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
for (const entry of files) {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isFile() || !TEXT.test(path)) continue
  const plain = readFileSync(path)
  if (plain.byteLength < BYTES_MIN) continue
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }))
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
}
