import type { HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { isFinal, TRANSACTION_STATES } from '#protocol/org/transaction-states.ts'
import type { BffContext } from '#bff/context.ts'
import { isKeySealedPresently } from '#bff/organizations/organization.ts'
import type { Organization } from '#bff/ports.ts'
import { askService, type ServiceAnswer } from './ask-service.ts'
import { ensureHostedUpstream, type HostedUpstreamRow } from './hosted-upstream-row.ts'

/** `GET /api/upstream`: the hosted service, and the sources of outcomes, as far as known now. */
export async function describeUpstream(
  ctx: BffContext,
  organization: Organization,
  requestId: string,
): Promise<HostedUpstream> {
  const [row, answer, open, sealedWithPresentSecret] = await Promise.all([
    ensureHostedUpstream(ctx, organization.id),
    askService(ctx, organization, requestId),
    countOpen(ctx, organization.id),
    isKeySealedPresently(ctx, organization.id),
  ])
  const { baasUrl, hostedChain, publicUrl } = ctx.settings
  const refused = ctx.outcomes.refusals.get(organization.id)
  return {
    host: new URL(baasUrl).host,
    baseUrl: baasUrl,
    apiKey: { answer: answer.apiKey, sealedWithPresentSecret },
    features: answer.features,
    chainKnownFrom: answer.features !== null ? 'service' : hostedChain === undefined ? 'nowhere' : 'settings',
    webhook: {
      url: `${publicUrl}/api/upstream/webhooks/${row.hook_id}`,
      secretSetAtDatetime: text(row.secret_set_at),
      heardAtDatetime: text(row.webhook_heard_at),
      refused:
        refused === undefined ? null : { atDatetime: refused.at.toISOString(), reason: refused.reason },
    },
    polling: { works: polls(row, answer), heardAtDatetime: text(row.polling_heard_at) },
    ownClock: { usedAtDatetime: text(row.clock_used_at) },
    open,
  }
}

/** A service with `GET /config` has the rest (profile 8); of another one the newest try shows it. */
function polls(row: HostedUpstreamRow, { features }: ServiceAnswer): boolean | null {
  if (features !== null) return true
  const { polling_heard_at: contactAt, polling_lacks_at: lacks } = row
  if (contactAt === null) return lacks === null ? null : false
  return lacks === null || contactAt > lacks
}

async function countOpen(ctx: BffContext, organizationId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('bff_hosted_transaction')
    .select((select) => select.fn.countAll().as('count'))
    .where('organization_id', '=', organizationId)
    .where(
      'status',
      'in',
      TRANSACTION_STATES.filter((state) => !isFinal(state)),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

function text(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
