import { setUpstreamWebhookRequestSchema } from '#protocol/org/hosted-upstream.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { readBody, readNoBody, readNoQuery } from '#bff/http/read-input.ts'
import type { Session } from '#bff/sessions/session.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { describeUpstream } from './describe-upstream.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { registerWebhook, setWebhookSecret } from './register-webhook.ts'

/** Called by the hosted service, server to server: the signature is its only credential. */
export const HOSTED_WEBHOOKS = '/api/upstream/webhooks/'

/** The hosted service and its webhook; without routes where the service is embedded. */
export function hostedUpstreamRoutes(ctx: BffContext): Route[] {
  if (!ctx.settings.hostedUpstream) return []
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/upstream', (exchange, session) => {
      readNoQuery(exchange.req.raw)
      return described(ctx, exchange, session)
    }),
    route('PUT', '/api/upstream/webhook', (exchange, session) => setSecret(ctx, exchange, session)),
    route('POST', '/api/upstream/webhook/registration', (exchange, session) =>
      register(ctx, exchange, session),
    ),
    {
      method: 'POST',
      path: `${HOSTED_WEBHOOKS}:hookId`,
      handle: (exchange) => receiveWebhook(ctx, exchange),
    },
  ]
}

async function described(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  return answer(await describeUpstream(ctx, session.organization, exchange.var.requestId))
}

/** The secret's holder can report outcomes: setting it takes step-up (threat 44, `console-access.ts`). */
async function setSecret(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const { secret } = await readBody(exchange.req.raw, setUpstreamWebhookRequestSchema)
  await setWebhookSecret(ctx, session.organization.id, secret)
  ctx.log.info({ event: 'hosted_webhook_secret_set', adminId: session.admin.id })
  return described(ctx, exchange, session)
}

async function register(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  await readNoBody(exchange.req.raw)
  await registerWebhook(ctx, session.organization, exchange.var.requestId)
  ctx.log.info({ event: 'hosted_webhook_registered', adminId: session.admin.id })
  return described(ctx, exchange, session)
}
