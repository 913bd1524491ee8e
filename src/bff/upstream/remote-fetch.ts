import { Readable } from 'node:stream'
import { Pool } from 'undici'
import { readWithin } from '#server-kit/http/read-within.ts'

const CONNECTIONS_MAX = 64
const HEADERS_TIMEOUT_MS = 55_000
const BODY_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
/** Media type of event streams. A stream has no end, but sends something regularly. */
const EVENT_STREAM = 'text/event-stream'
const STREAM_SILENCE_MS_MAX = 60_000
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** Fetches from one remote service over reused connections; `close` ends them. */
export type RemoteFetch = ((request: Request) => Promise<Response>) & { close: () => Promise<void> }

/**
 * Creates the `upstreamFetch` for a hosted service: one undici pool that sends requests only to the host of
 * `baseUrl`. It reads whole bodies, except for event streams. It follows no redirects, because a key must not be sent
 * to another address.
 *
 * @example createBff({ upstreamFetch: createRemoteFetch('https://service.example/v1/baas'), … })
 */
export function createRemoteFetch(baseUrl: string): RemoteFetch {
  const { origin } = new URL(baseUrl)
  const pool = new Pool(origin, {
    connections: CONNECTIONS_MAX,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  })
  const remoteFetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (url.origin !== origin) throw new Error(`${url.origin} is not the upstream`)
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
    return sendOnce(pool, request, body).catch((error: unknown) => {
      // The service closed a reused connection. Repeating a read changes nothing there.
      if (request.method === 'GET' && isClosedSocket(error)) return sendOnce(pool, request, body)
      throw error
    })
  }
  return Object.assign(remoteFetch, { close: () => pool.close() })
}

async function sendOnce(pool: Pool, request: Request, body: Uint8Array | null): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const asksForStream = request.headers.get('accept') === EVENT_STREAM
  const answer = await pool.request({
    path: pathname + search,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body,
    signal: request.signal,
    ...(asksForStream && { bodyTimeout: STREAM_SILENCE_MS_MAX }),
  })
  // The body of a refusal is read completely, even if its content type says that it is an event stream.
  const isAccepted = answer.statusCode >= 200 && answer.statusCode < 300
  const isEvents = String(answer.headers['content-type']).startsWith(EVENT_STREAM)
  const isStream = asksForStream && isAccepted && isEvents
  const content = isStream ? Readable.toWeb(answer.body) : await readWithin(answer.body, ANSWER_BYTES_MAX)
  return new Response(NULL_BODY_STATUSES.has(answer.statusCode) ? null : content, {
    status: answer.statusCode,
    headers: plainHeaders(answer.headers),
  })
}

const NULL_BODY_STATUSES = new Set([204, 205, 304])

/** Joins repeated headers, as browsers do. */
export function plainHeaders(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    for (const item of [value ?? []].flat()) headers.append(name, item)
  }
  return headers
}

function isClosedSocket(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE'
}
