import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { getHostedUpstream } from './get-hosted-upstream.ts'
import { storeWebhookSecret } from './hosted-upstream-row.ts'

export const setUpstreamWebhook: ConsoleOperation<'setUpstreamWebhook'> = async (asked) => {
  const { ctx, session, body } = asked
  await storeWebhookSecret(ctx, session.organization.id, body.secret)
  ctx.log.info({ event: 'hosted_webhook_secret_set', adminId: session.admin.id })
  return getHostedUpstream(asked)
}
