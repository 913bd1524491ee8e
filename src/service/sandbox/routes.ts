import type { Hono } from 'hono'
import { acceptedLanguage } from '#protocol/display/language.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import { mountRows, type RouteRow } from '#server-kit/http/mount-rows.ts'
import { readJsonBody } from '#server-kit/http/read-body.ts'
import { respond } from '#server-kit/http/respond.ts'
import { fieldError, validate } from '#server-kit/http/validate.ts'
import type { HasChain, HasDatabase, HasRelay } from '#service/context-parts.ts'
import { type HttpEnv, noteRoute, type Route } from '#service/http/endpoint-routes.ts'
import { drip } from './faucet.ts'
import { receiverStatus } from './get-state.ts'
import { readInbox, inboxPage } from './inbox.ts'
import { answerRpc } from './rpc.ts'

const PLAIN = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
/**
 * CORS headers of a public node, for pages of other sites, such as the one that verifies receipts from a file
 * (ADR 0019).
 */
const FOR_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

/**
 * The sandbox's own routes, below `/sandbox`. The inbox and JSON-RPC respond without the envelope (profile 1,
 * JSON-RPC 2.0). The faucet and every error use the envelope.
 */
export function sandboxRoutes(ctx: HasChain & HasDatabase & HasRelay): Hono<HttpEnv> {
  const row = (method: string, path: string, handle: Route): RouteRow<HttpEnv> => ({ method, path, handle })
  const rows = [
    row('GET', '/inbox', async (c) => {
      const mails = await readInbox(ctx.db, readAddress(c.req.query('to')))
      if (c.req.header('accept')?.startsWith('text/html') !== true)
        return Response.json(mails, { headers: PLAIN })
      return inboxPage(mails, acceptedLanguage(c.req.header('accept-language')))
    }),
    row('POST', '/receiver/:organizationId', async (c) => {
      const status = await receiverStatus(ctx, c.req.param('organizationId') ?? '')
      return new Response(null, { status, headers: PLAIN })
    }),
    row('POST', '/faucet', async (c) =>
      respond({ status: 200, content: await drip(ctx, await readJsonBody(c.req.raw)), headers: {} }),
    ),
    row('POST', '/rpc', async (c) => {
      const headers = { ...PLAIN, ...FOR_EVERY_PAGE }
      return Response.json(await answerRpc(ctx, await readJsonBody(c.req.raw)), { headers })
    }),
    row('OPTIONS', '/rpc', async () => new Response(null, { status: 204, headers: FOR_EVERY_PAGE })),
  ]
  return mountRows(rows, noteRoute)
}

function readAddress(to: string | undefined): string | undefined {
  if (to === undefined) return undefined
  const address = validate(emailSchema, to)
  if (!address.ok) throw fieldError('to', address.errors[0]?.message ?? 'must be an email address')
  return address.value
}
