import type { Hono } from 'hono'
import { formatRelatedOrigins, RELATED_ORIGINS_PATH } from '#protocol/passkey/related-origins.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { unknownRoute } from '#server-kit/http/unknown-route.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { type HttpEnv, noteRoute } from '#service/http/endpoint-routes.ts'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves a domain's file of related origins to browsers, for each verified domain whose requests reach this service.
 * The Host header names the domain. A domain without related origins has no file, like an unknown one. Source:
 * WebAuthn L3 5.11, ADR 0006.
 */
export function relatedOriginsRoutes(ctx: HasDatabase): Hono<HttpEnv> {
  return mountRows<HttpEnv>(
    [
      {
        method: 'GET',
        path: RELATED_ORIGINS_PATH,
        handle: async ({ req }) => {
          const origins = await findOrigins(ctx.db, readHostname(req.raw))
          if (origins.length === 0) throw unknownRoute(RELATED_ORIGINS_PATH)
          return new Response(formatRelatedOrigins(origins), { headers: HEADERS })
        },
      },
    ],
    noteRoute,
  )
}

function readHostname(request: Request): string {
  const host = request.headers.get('host') ?? new URL(request.url).host
  return host.toLowerCase().replace(/:\d+$/, '')
}

async function findOrigins(db: Database, domain: string): Promise<string[]> {
  const row = await db
    .selectFrom('organization_domains')
    .select('related_origins')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.related_origins ?? []
}
