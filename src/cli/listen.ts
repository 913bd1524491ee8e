import { serve, type Http2Bindings, type HttpBindings, type ServerType } from '@hono/node-server'

export type Listener = { close: () => Promise<void> }

/** A port that is taken, or an address this machine does not have, in one sentence. */
export class ListenError extends Error {}

type Fetch = (request: Request, client: { address?: string | undefined }) => Promise<Response>

/** Serves a fetch function on one address; it is told the network address of each caller. */
export function listen(fetch: Fetch, { host, port }: { host: string; port: number }): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const answer = (request: Request, env: HttpBindings | Http2Bindings) =>
      fetch(request, { address: env.incoming.socket.remoteAddress })
    const server = serve({ fetch: answer, hostname: host, port, overrideGlobalObjects: false }, () =>
      resolve({ close: () => close(server) }),
    )
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} is in use: stop what uses it, or choose another with PORT.`
          : `Cannot listen on ${host}:${port}: ${cause.message}`
      reject(new ListenError(sentence, { cause }))
    })
  })
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
