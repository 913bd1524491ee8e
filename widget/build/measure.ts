import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/** All the code of create and sign with its interface, in one file, brotli (design 4: 30 kB). */
export const BROTLI_BYTES_MAX = 30_000

/** What is known about a published file. `integrity` is for the attribute of that name. */
export type Published = { integrity: string; bytes: number; brotliBytes: number }

/** Measures one file. */
export function measure(path: string): Published {
  const content = readFileSync(path)
  const compressed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  return {
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    bytes: content.length,
    brotliBytes: compressed.length,
  }
}

/** Throws when a file is above the budget; the message names both sizes. */
export function assertBudget(name: string, { brotliBytes }: Published): void {
  if (brotliBytes > BROTLI_BYTES_MAX) {
    throw new Error(`${name} is ${brotliBytes} bytes (brotli), and at most ${BROTLI_BYTES_MAX} are allowed`)
  }
}
