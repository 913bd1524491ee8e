import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'

/** Thrown if the URL of a node redirects to another one. */
export class RedirectedError extends Error {
  override name = 'RedirectedError'
}

/** Thrown if the response is not JSON. */
export class NotJsonError extends Error {
  override name = 'NotJsonError'
  readonly status: number

  constructor(status: number, cause: unknown) {
    super(`status ${status}`, { cause })
    this.status = status
  }
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** The JSON of a response, and its HTTP status. */
export type JsonAnswer = { status: number; content: unknown }

/**
 * Reads a response as JSON. Gateways may compress a response although the request does not ask for it.
 *
 * @throws RedirectedError for a redirect, which may lead to a sign-in page
 * @throws NotJsonError for a body of another kind
 */
export async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  bytesMax: number,
): Promise<JsonAnswer> {
  if (statusCode >= 300 && statusCode < 400) {
    await body.dump()
    throw new RedirectedError(`status ${statusCode}`)
  }
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  const decoder = Object.entries(DECODERS).find(([name]) => name === encoding)?.[1]
  const text =
    decoder === undefined
      ? await body.text()
      : (await decoder(await body.bytes(), { maxOutputLength: bytesMax })).toString('utf8')
  try {
    return { status: statusCode, content: JSON.parse(text) }
  } catch (cause) {
    throw new NotJsonError(statusCode, cause)
  }
}
