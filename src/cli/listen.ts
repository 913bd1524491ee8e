import { randomUUID } from 'node:crypto'
import { createServer, type Server, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server'
import { ERRORS } from '#protocol/errors.ts'
import type { ClientIp } from '#server-kit/http/client-ip.ts'
import type { Closing } from './closing-stack.ts'
import { quietTurn } from './quiet-turn.ts'

/** A port in use, or an address that this machine does not have. `message` is one sentence. */
class ListenError extends Error {}

const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: stop the program that uses it, or choose another',
  EACCES: 'is not allowed for this user: choose one above 1023',
}

/** Time limit for pending requests during shutdown, in milliseconds. Their connections are then closed. */
const LAST_ANSWER_MS_MAX = 20_000

const IDLE_LOOK_MS = 50

/** Limits on open connections. Slower requests and excess connections are closed. */
const LIMITS = { headersMs: 10_000, requestMs: 60_000, lookMs: 2_000, connectionsMax: 10_000 }

/**
 * Default keep-alive timeout, in seconds. It exceeds the 60 seconds of nginx and most load balancers, so that
 * they close idle connections first.
 */
export const KEEP_ALIVE_SECONDS_DEFAULT = 75

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>
type ListenOptions = {
  host: string
  port: number
  clientIp: ClientIp
  limits?: typeof LIMITS
  keepAliveSeconds?: number
  /**
   * Whether the process is shutting down. Each response then ends its connection, so that the next request goes
   * elsewhere.
   */
  isEnding?: () => boolean
}

/** Serves a fetch function on one address and passes it each caller's network address, as read by `clientIp`. */
export function listen(
  fetch: Fetch,
  {
    host,
    port,
    clientIp,
    limits = LIMITS,
    keepAliveSeconds = KEEP_ALIVE_SECONDS_DEFAULT,
    isEnding = () => false,
  }: ListenOptions,
): Promise<Closing> {
  return new Promise<Closing>((resolve, reject) => {
    const answer = (request: Request, env: HttpBindings | Http2Bindings) =>
      fetch(request, { address: clientIp(request, env.incoming.socket.remoteAddress) })
    // The listener's own Request and Response replace the global ones and cost a fraction of the time (docs/speed.md).
    const listener = getRequestListener(answer, { hostname: host, errorHandler: refuseRequest })
    /**
     * Requests that wait until the listener is closed, because handling them would make the turns of the event loop
     * longer. Undefined unless the listener is closing.
     */
    let held: (() => void)[] | undefined
    const server = createServer(
      {
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        keepAliveTimeout: keepAliveSeconds * 1_000,
        connectionsCheckingInterval: limits.lookMs,
        // Node's own response to a request without a Host header has no envelope.
        requireHostHeader: false,
      },
      (incoming, outgoing) => {
        if (isEnding()) outgoing.setHeader('connection', 'close')
        if (refuseHostless(incoming, outgoing)) return
        const respond = () => void listener(incoming, outgoing)
        if (held === undefined) respond()
        else held.push(respond)
      },
    )
    server.maxConnections = limits.connectionsMax
    server.on('clientError', refuseConnection)
    server.once('error', (cause) => reject(listenError(cause, { host, port, setting: 'PORT' })))
    const close = async () => {
      const waiting: (() => void)[] = []
      held = waiting
      await quietTurn(server)
      const ended = endConnections(server)
      held = undefined
      for (const respond of waiting) respond()
      await ended
    }
    server.listen(port, host, () => resolve({ close }))
  })
}

/** Error for a port that cannot be listened on, with the name of its setting. */
export function listenError(
  cause: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: string },
): ListenError {
  const advice = LISTEN_ADVICE[cause.code ?? '']
  const sentence =
    advice === undefined
      ? `Cannot listen on ${host}:${port} (HOST, ${setting}): ${cause.message}`
      : `Port ${port} ${advice} with ${setting}.`
  return new ListenError(sentence, { cause })
}

/** Accepts no new connection, completes pending requests, and ends each connection with its last response. */
async function endConnections(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that has just sent its last response becomes idle later, so idle ones are closed repeatedly.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWER_MS_MAX)
  await ended
  clearInterval(idle)
  clearTimeout(cut)
}

/** Statuses for requests that Node's parser rejects, by error code. All others are 400. */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const MESSAGES: Record<number, string> = {
  400: 'This is not a valid HTTP request',
  408: 'The request took too long to arrive',
  431: 'The headers of the request are too large',
  500: ERRORS.INTERNAL.message(),
}

/** Response to an unparsable request, in the envelope. Source: profile 6. */
function refuseRequest(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500
  const { body, headers } = refusal(status)
  return new Response(body, { status, headers })
}

/** Rejects HTTP/1.1 requests without a Host header (RFC 9112 3.2). Balancers that probe with HTTP/1.0 send none. */
function refuseHostless(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.headers.host !== undefined || incoming.httpVersion !== '1.1') return false
  const { body, headers } = refusal(400)
  outgoing.writeHead(400, headers).end(body)
  return true
}

/** Writes the error response to the connection of a request that Node could not parse. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ''] ?? 400
  const { body, headers } = refusal(status)
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

function refusal(status: number): { body: string; headers: Record<string, string> } {
  const code = status === 500 ? 'INTERNAL' : 'VALIDATION_FAILED'
  const content = { message: MESSAGES[status] ?? '', code }
  return {
    body: JSON.stringify({ statusCode: status, content }),
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': randomUUID() },
  }
}
