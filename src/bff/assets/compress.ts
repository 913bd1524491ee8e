import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this size the header of compression costs about what it saves. */
export const COMPRESS_BYTES_MIN = 256
/** What a build may take its time for. */
export const BROTLI_BEST = constants.BROTLI_MAX_QUALITY
/** Within a percent or two of the best, and does not hold up the first visitor of a file that no build compressed. */
export const BROTLI_QUICK = 9

export async function compressBrotli(
  plain: Uint8Array,
  quality: number = BROTLI_QUICK,
): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
  }
  return new Uint8Array(await promisify(brotliCompress)(plain, { params }))
}

export async function compressGzip(plain: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await promisify(gzip)(plain, { level: 9 }))
}
