import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'

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
export function assertBudget(name: string, { brotliBytes }: Published, max: number): void {
  if (brotliBytes > max) {
    throw new Error(`${name} is ${brotliBytes} bytes (brotli), and at most ${max} are allowed`)
  }
}
