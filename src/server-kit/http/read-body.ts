import { BODY_BYTES_MAX } from '#protocol/limits.ts'
import { apiError } from './http-error.ts'
import { parseJson } from './parse-json.ts'

/**
 * One decoder for all requests, because each text is decoded in one call. It drops a byte order mark, which
 * some clients write before JSON (RFC 8259, 8.1).
 */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a request's JSON body.
 *
 * @throws NOT_JSON for another content type or encoding, BODY_TOO_LARGE above 256 KiB, INVALID_JSON
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  requireJson(request.headers)
  return parseJson(await readText(request))
}

/** Reads an optional JSON body. Undefined if there is none. */
export async function readOptionalJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  requireJson(request.headers)
  return parseJson(text)
}

/**
 * The body as sent, without a byte order mark. @throws BODY_TOO_LARGE above 256 KiB, INVALID_JSON if it is
 * not UTF-8
 */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request)
  try {
    return UTF8.decode(bytes)
  } catch {
    throw apiError('INVALID_JSON')
  }
}

function requireJson(headers: Headers): void {
  if (!declaresJson(headers)) throw apiError('NOT_JSON')
}

function declaresJson(headers: Headers): boolean {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') return false
  const [type, ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== 'application/json') return false
  // RFC 8259 8.1: JSON between systems is UTF-8. Another charset would be misread.
  return parameters.every(
    (parameter) => !/^\s*charset=/.test(parameter) || /^\s*charset="?utf-8"?\s*$/.test(parameter),
  )
}

/** Checks the declared length before reading, then the actual length, because the header may be missing or wrong. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > BODY_BYTES_MAX) throw apiError('BODY_TOO_LARGE')
  if (declared !== null) return readDeclared(request)
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw apiError('INVALID_JSON', { cause })
    })
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > BODY_BYTES_MAX) {
      // The cancellation is not awaited. For a cloned request, it settles only after the other clone is read or
      // cancelled.
      void reader.cancel().catch(() => undefined)
      throw apiError('BODY_TOO_LARGE')
    }
    chunks.push(value)
  }
}

/** HTTP ends a body at its declared length. Reading it in one call costs the listener far less than a stream. */
async function readDeclared(request: Request): Promise<Uint8Array> {
  const bytes = await request.arrayBuffer().catch((cause: unknown) => {
    throw apiError('INVALID_JSON', { cause })
  })
  if (bytes.byteLength > BODY_BYTES_MAX) throw apiError('BODY_TOO_LARGE')
  return new Uint8Array(bytes)
}
