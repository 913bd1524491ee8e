import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * `node src/cli/setup/compress-built.mjs dist/console`: the best brotli and gzip form of every built text next to it
 * (`index-abc.js.br`), for the server to send.
 */
const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/
/** Below this size the header of compression costs about what it saves. */
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
