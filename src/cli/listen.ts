import { serve, type Http2Bindings, type HttpBindings, type ServerType } from '@hono/node-server'
import type { ClientIp } from '#service/index.ts'

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

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>

/** Serves a fetch function on one address; it is told the network address of each caller, as `clientIp` reads it. */
export function listen(
  fetch: Fetch,
  { host, port, clientIp }: { host: string; port: number; clientIp: ClientIp },
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const answer = (request: Request, env: HttpBindings | Http2Bindings) =>
      fetch(request, { address: clientIp(request, env.incoming.socket.remoteAddress) })
    // Its own Request and Response stand in for the global ones: an answer costs a fraction of the time (docs/adr/0034).
    const server = serve({ fetch: answer, hostname: host, port }, () =>
      resolve({ close: () => close(server) }),
    )
    server.once('error', (cause) => reject(listenError(cause, { host, port, setting: 'PORT' })))
  })
}

/** What kept a port from being listened on, with the setting that chooses it. */
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
async function close(server: ServerType): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  if (!('closeIdleConnections' in server)) return ended
  // A connection whose last answer went out just now is idle only then: it is asked again and again.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWER_MS_MAX)
  await ended
  clearInterval(idle)
  clearTimeout(cut)
}
