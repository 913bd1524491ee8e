import type { Hono } from 'hono'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { Context } from '#service/context.ts'
import { noteRoute, type HttpEnv, type Route } from '#service/http/endpoint-routes.ts'
import { requireOwnPages } from './approver-routes.ts'

/** A digest names one picture for ever, and a picture it is, whatever its bytes are. */
const HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** `GET /approve/api/logos/{digest}`: an organization's logo, for the app's own pages, also without a session. */
export function logoRoute(ctx: Context): Hono<HttpEnv> {
  const handle: Route = async (c) => {
    requireOwnPages(ctx, c.req.raw)
    const organizations = ctx.db.selectFrom('organizations').select('logo_png')
    const row = await organizations.where('logo_digest', '=', c.req.param('digest') ?? '').executeTakeFirst()
    if (typeof row?.logo_png !== 'string') throw apiError('NOT_FOUND')
    return new Response(Buffer.from(row.logo_png, 'base64'), { headers: HEADERS })
  }
  return mountRows([{ method: 'GET', path: '/logos/:digest', handle }], noteRoute)
}
