import type { Logger } from 'pino'
import type { ClientIp } from '#server-kit/http/client-ip.ts'
import { respond } from '#server-kit/http/respond.ts'
import { NotReady, readinessReply, respondStarting, type ReadOnlyWait } from '#service/index.ts'
import { listen } from './listen.ts'
import type { Settings } from './settings.ts'

/** Maximum wait in milliseconds. A failover takes seconds to minutes. */
const WAIT_MS_MAX = 300_000

/**
 * Lets `serve` wait while the database is read-only. Meanwhile the process is alive and not ready: `/readyz` has the
 * reason, and all other requests are refused as at any start.
 */
export function waitForWrites(
  { host, port }: Pick<Settings, 'host' | 'port'>,
  { log, clientIp }: { log: Pick<Logger, 'info' | 'warn'>; clientIp: ClientIp },
): ReadOnlyWait {
  return {
    waitMsMax: WAIT_MS_MAX,
    onWait: async ({ detail, todo }) => {
      log.warn({ todo }, `${detail}: waiting until it accepts writes`)
      const fetch = (request: Request) => respondNotReady(request, detail)
      // Each response ends its connection, because another listener takes the port soon.
      const listener = await listen(fetch, { host, port, clientIp, isEnding: () => true })
      return async () => {
        await listener.close()
        log.info('the wait for a database that accepts writes has ended')
      }
    },
  }
}

async function respondNotReady(request: Request, reason: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return respond({ status: 200, content: { status: 'ok' }, headers: {} })
  if (pathname !== '/readyz') return respondStarting(request)
  const database = () => Promise.reject(new NotReady(reason))
  return respond(await readinessReply({ database }))
}
