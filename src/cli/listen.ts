import { createServer, type Server } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { ClientIp } from '#server-kit/http/client-ip.ts'
import { refuseConnection, refuseHostless, refuseRequest } from './refuse-request.ts'

export type Listener = { close: () => Promise<void> }

/** A port that is taken, or an address this machine does not have, in one sentence. */
export class ListenError extends Error {}

const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: stop what uses it, or choose another',
  EACCES: 'is not for this user: choose one above 1023',
}

/** Requests that are not answered by then are cut off when the process ends. */
const LAST_ANSWER_MS_MAX = 20_000

const IDLE_LOOK_MS = 50

/** Limits on open connections: a slower request, or one connection too many, is cut off. */
export type ConnectionLimits = {
  headersMs: number
  requestMs: number
  lookMs: number
  connectionsMax: number
}
const LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  lookMs: 2_000,
  connectionsMax: 10_000,
}

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>
type ListenOptions = { host: string; port: number; clientIp: ClientIp; limits?: ConnectionLimits }

/** Serves a fetch function on one address; it gets the network address of each caller, as `clientIp` reads it. */
export function listen(
  fetch: Fetch,
  { host, port, clientIp, limits = LIMITS }: ListenOptions,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const answer = (request: Request, env: HttpBindings | Http2Bindings) =>
      fetch(request, { address: clientIp(request, env.incoming.socket.remoteAddress) })
    // Its own Request and Response stand in for the global ones: an answer costs a fraction of the time (ADR 0027).
    const listener = getRequestListener(answer, { hostname: host, errorHandler: refuseRequest })
    const server = createServer(
      {
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: limits.lookMs,
        // Node's own answer to a request without one has no envelope.
        requireHostHeader: false,
      },
      (incoming, outgoing) => void (refuseHostless(incoming, outgoing) || listener(incoming, outgoing)),
    )
    server.maxConnections = limits.connectionsMax
    server.on('clientError', refuseConnection)
    server.once('error', (cause) => reject(listenError(cause, { host, port, setting: 'PORT' })))
    server.listen(port, host, () => resolve({ close: () => close(server) }))
  })
}

/** Why a port cannot be listened on, with its setting. */
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

/** Takes no new connection, answers what is under way, and ends each connection with its last answer. */
async function close(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection whose last answer went out just now is idle only then: it is asked again and again.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWER_MS_MAX)
  await ended
  clearInterval(idle)
  clearTimeout(cut)
}
