import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'

/** The address of a node leads to another one. */
export class RedirectedError extends Error {
  override name = 'RedirectedError'
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/**
 * Reads a response as JSON. Gateways compress also when they were not asked to.
 *
 * @throws RedirectedError for a redirect: what it leads to may be a sign-in page
 */
export async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  bytesMax: number,
): Promise<unknown> {
  if (statusCode >= 300 && statusCode < 400) {
    await body.dump()
    throw new RedirectedError(`status ${statusCode}`)
  }
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  const decoder = Object.entries(DECODERS).find(([name]) => name === encoding)?.[1]
  if (decoder === undefined) return body.json()
  const decoded = await decoder(await body.bytes(), { maxOutputLength: bytesMax })
  return JSON.parse(decoded.toString('utf8'))
}
