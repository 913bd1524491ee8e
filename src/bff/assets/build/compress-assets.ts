import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { BROTLI_BEST, COMPRESS_BYTES_MIN, compressBrotli } from '#bff/assets/compress.ts'
import { contentType, isText } from '#bff/assets/content-type.ts'

/**
 * After a build: a brotli form of every file that has a name by its content, beside it ("index-abc.js.br"). The
 * server sends it instead of compressing in haste.
 */
export function compressAssets(outDir: string): Plugin {
  return {
    name: 'latchkey:compress-assets',
    apply: 'build',
    async closeBundle(error) {
      if (error !== undefined) return
      const folder = join(outDir, 'assets')
      for (const name of await readdir(folder)) {
        if (!isText(contentType(name))) continue
        const plain = await readFile(join(folder, name))
        if (plain.byteLength < COMPRESS_BYTES_MIN) continue
        await writeFile(join(folder, `${name}.br`), await compressBrotli(plain, BROTLI_BEST))
      }
    },
  }
}
