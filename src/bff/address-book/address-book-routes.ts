import * as z from 'zod/mini'
import { addressSchema } from '#protocol/baas/fields.ts'
import { saveAddressRequestSchema } from '#protocol/org/address-book.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { parse, readBody, readNoBody, readNoQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { listAddresses, saveAddress, removeAddress } from './address-book.ts'

const paramsSchema = z.strictObject({ address: addressSchema })
const PATH = '/api/addresses/:address'

/** The organization's address book: names shown wherever an address appears. */
export function addressBookRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/addresses', async ({ req }, { organization }) => {
      readNoQuery(req.raw)
      return answer(await listAddresses(ctx, organization.id))
    }),
    route('PUT', PATH, (exchange, session) => save(ctx, exchange, session)),
    route('DELETE', PATH, (exchange, session) => remove(ctx, exchange, session)),
  ]
}

async function save(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const { address } = parse(paramsSchema, exchange.req.param())
  const body = await readBody(exchange.req.raw, saveAddressRequestSchema)
  const saved = await saveAddress(ctx, session, { ...body, address })
  await note(ctx, exchange, session, { action: 'address.saved', address, label: saved.label })
  return answer(saved)
}

async function remove(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  await readNoBody(exchange.req.raw)
  const { address } = parse(paramsSchema, exchange.req.param())
  const removed = await removeAddress(ctx, session.organization.id, address)
  if (removed === undefined) throw bffError('NOT_FOUND')
  await note(ctx, exchange, session, { action: 'address.removed', address, label: removed.label })
  return answer(removed)
}

type Noted = { action: string; address: string; label: string }

async function note(
  ctx: BffContext,
  exchange: Exchange,
  session: Session,
  { action, address, label }: Noted,
) {
  const who = auditActor(exchange, session)
  await recordAudit(ctx, ctx.db, { ...who, action, target: address.toLowerCase(), details: { label } })
}
