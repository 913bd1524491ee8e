import { LOGO_SIDE_MAX } from '#protocol/limits.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { RouteRow } from '#server-kit/http/mount-rows.ts'
import { findAccent } from '#server-kit/pictures/find-accent.ts'
import { readPixels } from '#server-kit/pictures/read-pixels.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { HttpEnv } from '#service/http/endpoint-routes.ts'

/**
 * A logo never changes under its digest, so browsers may cache it and its color forever. Together with the fixed
 * content type, these headers prevent a browser from treating the bytes as anything else.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * `GET /approve/api/logos/{digest}`: an organization's logo, with or without a session.
 * `GET /approve/api/logos/{digest}/accent.css`: the logo's color as the page's accent. Empty for a gray logo.
 */
export function logoRoutes(ctx: HasDatabase): RouteRow<HttpEnv>[] {
  const row = (path: string, respond: (png: Buffer<ArrayBuffer>) => Response): RouteRow<HttpEnv> => ({
    method: 'GET',
    path,
    handle: async (c) => respond(await readLogo(ctx, c.req.param('digest') ?? '')),
  })
  return [
    row('/logos/:digest', (png) => respondWith(png, 'image/png')),
    row('/logos/:digest/accent.css', (png) => respondWith(accentRule(png), 'text/css; charset=utf-8')),
  ]
}

function respondWith(content: Buffer<ArrayBuffer> | string, type: string): Response {
  return new Response(content, { headers: { ...HEADERS, 'content-type': type } })
}

function accentRule(png: Buffer): string {
  const pixels = readPixels(png, LOGO_SIDE_MAX)
  const accent = pixels && findAccent(pixels)
  return accent === undefined ? '' : `:root{--latchkey-accent:${accent}}`
}

const LOGO_DIGEST = /^[0-9a-f]{64}$/

/** @throws NOT_FOUND */
async function readLogo({ db }: HasDatabase, digest: string): Promise<Buffer<ArrayBuffer>> {
  if (!LOGO_DIGEST.test(digest)) throw apiError('NOT_FOUND')
  const organizations = db.selectFrom('organizations').select('logo_png')
  const row = await organizations.where('logo_digest', '=', digest).executeTakeFirst()
  if (typeof row?.logo_png !== 'string') throw apiError('NOT_FOUND')
  return Buffer.from(row.logo_png, 'base64')
}
