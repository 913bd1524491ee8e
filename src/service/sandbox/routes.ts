import { Hono } from 'hono'
import { emailSchema } from '#protocol/baas/fields.ts'
import type { Context } from '#service/context.ts'
import type { HttpEnv } from '#service/http/endpoint-routes.ts'
import { readJsonBody } from '#server-kit/http/read-body.ts'
import { respond } from '#server-kit/http/respond.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError, validate } from '#server-kit/http/validate.ts'
import { drip } from './faucet.ts'
import { readInbox } from './inbox.ts'
import { receiverStatus } from './receiver.ts'
import { answerRpc } from './rpc.ts'

const PLAIN = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
/** A public node's answer to pages of other sites, such as the one that verifies receipts from a file (ADR 0019). */
const FOR_EVERY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

/**
 * The sandbox's own routes, below `/sandbox`. The inbox and JSON-RPC answer without the envelope (profile 1,
 * JSON-RPC 2.0); the faucet and every error answer in it.
 */
export function sandboxRoutes(ctx: Context): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.all('/inbox', async (c) => {
    requireMethod(c.req.method, ['GET', 'HEAD'])
    c.get('notes').route = '/sandbox/inbox'
    const mails = await readInbox(ctx.db, addressOf(c.req.query('to')))
    return Response.json(mails, { headers: PLAIN })
  })
  routes.all('/receiver/:organizationId', async (c) => {
    requireMethod(c.req.method, ['POST'])
    c.get('notes').route = '/sandbox/receiver/:organizationId'
    return new Response(null, {
      status: await receiverStatus(ctx, c.req.param('organizationId')),
      headers: PLAIN,
    })
  })
  routes.all('/faucet', async (c) => {
    requireMethod(c.req.method, ['POST'])
    c.get('notes').route = '/sandbox/faucet'
    return respond({ status: 200, content: await drip(ctx, await readJsonBody(c.req.raw)), headers: {} })
  })
  routes.all('/rpc', async (c) => {
    c.get('notes').route = '/sandbox/rpc'
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: FOR_EVERY_PAGE })
    requireMethod(c.req.method, ['POST', 'OPTIONS'])
    const headers = { ...PLAIN, ...FOR_EVERY_PAGE }
    return Response.json(await answerRpc(ctx, await readJsonBody(c.req.raw)), { headers })
  })
  return routes
}

function addressOf(to: string | undefined): string | undefined {
  if (to === undefined) return undefined
  const address = validate(emailSchema, to)
  if (!address.ok) throw fieldError('to', address.errors[0]?.message ?? 'must be an email address')
  return address.value
}

function requireMethod(method: string, allowed: string[]): void {
  if (allowed.includes(method)) return
  const text = allowed.join(', ')
  throw apiError('METHOD_NOT_ALLOWED', text, { headers: { allow: text } })
}
