import type { MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { HasClock, HasDatabase, HasKeyVault, HasLog, HasPublicUrl } from '#bff/context-parts.ts'
import type { BffEnv } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { widgetTokenAtFirst } from './widget-token.ts'

const ALLOWED_METHODS = 'GET, POST'
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key'
const EXPOSED_HEADERS = 'x-request-id, retry-after, date'
const PREFLIGHT_SECONDS = '600'

/**
 * Cross-origin rules of `/api/widget/*` (profile 1 and 11). Only pages of registered origins and of the console may
 * read a response. Credentials are not allowed, because cookies are never used here.
 */
export function widgetOrigin(
  ctx: HasClock & HasDatabase & HasLog & HasPublicUrl & HasKeyVault,
): MiddlewareHandler<BffEnv> {
  return async (exchange, next) => {
    const origin = readOrigin(ctx, exchange.req.raw)
    if (origin === undefined || !(await isAdmitted(ctx, origin, exchange.req.raw))) {
      ctx.log.info({ event: 'widget_origin_refused', origin: origin?.slice(0, 200) })
      throw bffError('ORIGIN_REFUSED', { headers: { vary: 'Origin' } })
    }
    if (exchange.req.method === 'OPTIONS') return preflight(origin)
    exchange.set('widgetOrigin', origin)
    await next()
    exchange.res.headers.set('access-control-allow-origin', origin)
    exchange.res.headers.set('access-control-expose-headers', EXPOSED_HEADERS)
    exchange.res.headers.append('vary', 'Origin')
  }
}

function preflight(origin: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })
}

/** Origin of a request. Browsers send no Origin with same-origin reads, so Sec-Fetch-Site shows it then. */
function readOrigin(ctx: HasPublicUrl, request: Request): string | undefined {
  const origin = request.headers.get('origin')
  if (origin !== null) return origin
  const sameOriginRead = request.method === 'GET' && request.headers.get('sec-fetch-site') === 'same-origin'
  return sameOriginRead ? ctx.settings.publicUrl : undefined
}

/** Whether an origin may read responses. An active token of this origin proves that it is registered. */
async function isAdmitted(
  ctx: HasClock & HasDatabase & HasPublicUrl & HasKeyVault,
  origin: string,
  request: Request,
): Promise<boolean> {
  if (origin === ctx.settings.publicUrl) return true
  return (await widgetTokenAtFirst(ctx, request))?.origin === origin || isRegisteredOrigin(ctx, origin)
}

/** Whether an integration has this origin. Origins are stored in the browser's serialization. */
async function isRegisteredOrigin(ctx: HasDatabase, origin: string): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    select registered.origin from bff_integration_origin as registered
    join bff_integration as integration on integration.id = registered.integration_id
    where registered.origin = ${origin} and integration.revoked_at is null limit 1`.execute(ctx.db)
  return rows.length > 0
}
