import { SPEC_ENDPOINTS } from '#shared/baas/endpoints.ts'
import { pendingVerificationQuerySchema, requestEmailVerificationSchema } from '#shared/baas/wallets.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { readBody, readQuery } from '#bff/http/read-input.ts'
import { passForWidget } from './widget-call.ts'
import type { WidgetToken } from './widget-token.ts'

/** `POST /api/widget/wallets/request-email-verification`: to the token's address; without one, few mails. */
export async function requestEmailVerification(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  const body = await readBody(exchange.req.raw, requestEmailVerificationSchema)
  requireTokenEmail(token, body.email)
  ctx.limits.verificationMail.take(
    JSON.stringify([token.integrationId, token.externalUserId ?? token.tokenHash]),
  )
  return passForWidget(ctx, exchange, token, SPEC_ENDPOINTS.requestEmailVerification, { body })
}

/** `GET /api/widget/wallets/pending-verification?email=`. */
export async function pendingVerification(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  const query = readQuery(exchange.req.raw, pendingVerificationQuerySchema)
  requireTokenEmail(token, query.email)
  return passForWidget(ctx, exchange, token, SPEC_ENDPOINTS.pendingVerification, { query })
}

/** The integrator said whose address it is: no other one can be verified with this token. @throws EMAIL_REFUSED */
export function requireTokenEmail(token: WidgetToken, email: string): void {
  if (token.email !== null && token.email.toLowerCase() !== email.toLowerCase())
    throw bffError('EMAIL_REFUSED')
}
