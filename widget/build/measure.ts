import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'

/** All the code of create and sign with its interface, in one file, brotli (design 4: 30 kB). */
export const BROTLI_BYTES_MAX = 30_000
/** What is loaded in addition where another call than a transfer of coins is signed. */
export const CALLS_BROTLI_BYTES_MAX = 15_000

/** What is known about a published file. `integrity` is for the attribute of that name. */
export type Published = { integrity: string; bytes: number; brotliBytes: number }

/** Measures the content of one file. */
export function measure(content: Uint8Array): Published {
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
export function assertBudget(name: string, { brotliBytes }: Published, max = BROTLI_BYTES_MAX): void {
  if (brotliBytes > max) {
    throw new Error(`${name} is ${brotliBytes} bytes (brotli), and at most ${max} are allowed`)
  }
}
