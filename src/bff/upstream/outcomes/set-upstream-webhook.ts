import type {
  HasClock,
  HasDatabase,
  HasHostedChain,
  HasKeyVault,
  HasLog,
  HasPublicUrl,
  HasUpstream,
  HasUpstreamUrls,
  HasWebhookRefusals,
} from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { getHostedUpstream } from './get-hosted-upstream.ts'
import { storeWebhookSecret } from './hosted-upstream-row.ts'

export const setUpstreamWebhook: ConsoleOperation<
  'setUpstreamWebhook',
  HasUpstreamUrls &
    HasClock &
    HasDatabase &
    HasLog &
    HasHostedChain &
    HasPublicUrl &
    HasUpstream &
    HasKeyVault &
    HasWebhookRefusals
> = async (asked) => {
  const { ctx, session, body } = asked
  await storeWebhookSecret(ctx, session.organization.id, body.secret)
  ctx.log.info({ event: 'hosted_webhook_secret_set', adminId: session.admin.id })
  return getHostedUpstream(asked)
}
