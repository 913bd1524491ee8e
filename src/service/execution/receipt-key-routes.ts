import { Hono } from 'hono'
import { RECEIPT_KEYS_PATH, type ReceiptKeys } from '#protocol/receipt/receipt.ts'
import type { Context } from '#service/context.ts'
import type { HttpEnv } from '#service/http/endpoint-routes.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { receiptKey } from './receipt-key.ts'

const HEADERS = {
  // Whoever was given a receipt may check it, from any page: there is nothing secret in a public key.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
}

/** The public keys of receipts, open to everybody: the present one and all before it (ADR 0019). */
export function receiptKeyRoutes(ctx: Pick<Context, 'db' | 'settings'>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.all(RECEIPT_KEYS_PATH, async (c) => {
    c.get('notes').route = RECEIPT_KEYS_PATH
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      throw apiError('METHOD_NOT_ALLOWED', 'GET, HEAD', { headers: { allow: 'GET, HEAD' } })
    return Response.json(await readReceiptKeys(ctx), { headers: HEADERS })
  })
  return routes
}

async function readReceiptKeys(ctx: Pick<Context, 'db' | 'settings'>): Promise<ReceiptKeys> {
  await receiptKey(ctx)
  const rows = await ctx.db
    .selectFrom('receipt_keys')
    .select(['id', 'public_key'])
    .orderBy('created_at', 'desc')
    .execute()
  return { keys: rows.map(({ id, public_key: x }) => ({ kty: 'OKP', crv: 'Ed25519', kid: id, x })) }
}
