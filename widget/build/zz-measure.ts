import { brotliCompressSync, constants } from 'node:zlib'
import { writeFileSync } from 'node:fs'
import { buildFile } from './build-file.ts'
const known = {
  LATCHKEY_MORE: [
    'latchkey-more-0.1.0-12f3f66d.js',
    'sha384-oqVuAfXykapX6gZbWvd1m6+8Y5p3k1u9h0Zz2b7c4d5e6f7a8b9c0d1e2f3a4b5c',
  ] as const,
}
for (const kind of ['module', 'pure'] as const) {
  const content = Buffer.from(await buildFile(kind, known))
  writeFileSync(`/tmp/m/${kind}.js`, content)
  console.log(
    kind,
    content.length,
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }).length,
  )
}
