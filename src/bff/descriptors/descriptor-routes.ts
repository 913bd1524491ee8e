import * as z from 'zod/mini'
import { trustDescriptorsRequestSchema, type TrustedDescriptors } from '#protocol/console-api.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { answer } from '#bff/http/exchange.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import type { WidgetHandler } from '#bff/widget/widget-token.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { describing, readRegistry } from './registry.ts'

const PATH = '/api/descriptors'

/** Routes for the publishers whose registry descriptors an organization trusts. The default is none (ADR 0024). */
export function descriptorRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', PATH, {}, ({ session }) => trustedDescriptors(ctx, session.organization.id)),
    route('PUT', PATH, { body: trustDescriptorsRequestSchema }, async ({ session, by, body }) => {
      const { owners } = await readRegistry()
      const trusted = [...new Set(body.trusted)]
      if (trusted.some((owner) => !Object.hasOwn(owners, owner)))
        throw fieldError('trusted', 'must name owners of the registry')
      const { id } = session.organization
      await ctx.db.transaction().execute(async (trx) => {
        const own = trx.updateTable('bff_organization').where('id', '=', id)
        await own.set({ trusted_descriptors: trusted }).execute()
        const details = { trusted: trusted.join(' ') }
        await recordAudit(ctx, trx, {
          ...by,
          action: 'organization.descriptors-trusted',
          target: id,
          details,
        })
      })
      return trustedDescriptors(ctx, id)
    }),
  ]
}

async function trustedDescriptors(ctx: BffContext, organizationId: string): Promise<TrustedDescriptors> {
  const { source, commit, owners } = await readRegistry()
  const listed = Object.entries(owners).map(([id, [first, ...others]]) => ({
    id,
    name: first?.metadata?.owner ?? id,
    contracts: others.length + 1,
  }))
  return { source, commit, owners: listed, trusted: await trustedBy(ctx, organizationId) }
}

async function trustedBy({ db }: BffContext, organizationId: string): Promise<string[]> {
  const own = db.selectFrom('bff_organization').where('id', '=', organizationId)
  return (await own.select('trusted_descriptors').executeTakeFirst())?.trusted_descriptors ?? []
}

/** `GET /api/widget/descriptors`: what the organization trusts about contracts that are about to be called. */
export const LIST_DESCRIPTORS = {
  method: 'GET',
  path: '/descriptors',
  scope: null,
  query: z.strictObject({
    chainId: z.string().check(z.regex(/^\d{1,15}$/)),
    addresses: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,19}$/)),
  }),
  answer: z.array(z.looseObject({})),
  summary: 'Learn the trusted descriptors of contracts',
} as const satisfies Endpoint

export const listDescriptors: WidgetHandler<typeof LIST_DESCRIPTORS> = async ({ ctx, token, query }) => {
  const trusted = await trustedBy(ctx, token.organization.id)
  if (trusted.length === 0) return answer([])
  const asked = { chainId: Number(query.chainId), addresses: query.addresses.split(',') }
  return answer(describing(await readRegistry(), trusted, asked))
}
