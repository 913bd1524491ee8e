import type {
  HasClock,
  HasDatabase,
  HasHostedChain,
  HasKeyVault,
  HasPublicUrl,
  HasUpstream,
  HasUpstreamUrls,
  HasWebhookRefusals,
} from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import { isKeySealedPresently } from '#bff/organizations/organization.ts'
import { askService, type ServiceAnswer } from '#bff/upstream/ask-service.ts'
import type { HostedUpstream } from '#protocol/hosted-upstream.ts'
import { ensureHostedUpstream, lackingSince, type HostedUpstreamRow } from './hosted-upstream-row.ts'
import { countOpen } from './read-transactions.ts'

/** Describes the hosted service and its sources of outcomes, as known now. */
export async function getHostedUpstream({
  ctx,
  session,
}: Asking<
  HasUpstreamUrls &
    HasClock &
    HasDatabase &
    HasHostedChain &
    HasPublicUrl &
    HasUpstream &
    HasKeyVault &
    HasWebhookRefusals
>): Promise<HostedUpstream> {
  const { organization } = session
  const [row, answer, open, sealedWithPresentSecret] = await Promise.all([
    ensureHostedUpstream(ctx, organization.id),
    askService(ctx, organization),
    countOpen(ctx, organization.id),
    isKeySealedPresently(ctx, organization.id),
  ])
  const { baasUrl, hostedChain, publicUrl } = ctx.settings
  const refused = ctx.webhookRefusals.get(organization.id)
  const chainKnownWithoutService = hostedChain === undefined ? 'nowhere' : 'settings'
  return {
    host: new URL(baasUrl).host,
    baseUrl: baasUrl,
    apiKey: { answer: answer.apiKey, sealedWithPresentSecret },
    features: answer.features,
    chainKnownFrom: answer.features === null ? chainKnownWithoutService : 'service',
    webhook: {
      url: `${publicUrl}/api/upstream/webhooks/${row.hook_id}`,
      secretSetAtDatetime: text(row.secret_set_at),
      heardAtDatetime: text(row.webhook_heard_at),
      refused:
        refused === undefined ? null : { atDatetime: refused.at.toISOString(), reason: refused.reason },
    },
    polling: { works: polls(row, answer), heardAtDatetime: text(row.polling_heard_at) },
    open,
  }
}

/**
 * Whether the service can be polled for outcomes. True if it has `GET /config` (profile 8). Otherwise, true or false as
 * the last poll has shown, and null before the first poll.
 */
function polls(row: HostedUpstreamRow, { features }: ServiceAnswer): boolean | null {
  if (features !== null) return true
  if (lackingSince(row) !== null) return false
  return row.polling_heard_at === null ? null : true
}

function text(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
