import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { bffError } from '#bff/http/answer.ts'
import { passForWidget } from './widget-call.ts'
import type { WidgetHandler, WidgetToken } from './widget-token.ts'

/** `POST /api/widget/wallets/request-email-verification`: to the token's address; without one, rate limited. */
export const requestEmailVerification: WidgetHandler<
  typeof SPEC_ENDPOINTS.requestEmailVerification
> = async ({ body, ...asked }) => {
  const { ctx, token } = asked
  requireTokenEmail(token, body.email)
  const person = JSON.stringify([token.integrationId, token.externalUserId ?? token.tokenHash])
  const giveBack = ctx.limits.verificationMail.take(person)
  try {
    return await passForWidget(asked, SPEC_ENDPOINTS.requestEmailVerification, { body })
  } catch (error) {
    if (isRefused(error)) giveBack()
    throw error
  }
}

/** No mail was sent: the service refused, lacks it, could not send it, or was not reached. Else maybe. */
function isRefused(error: unknown): boolean {
  return error instanceof HttpError && (error.status <= 501 || error.status === 503) && error.status !== 500
}

/** `GET /api/widget/wallets/pending-verification?email=`. */
export const pendingVerification: WidgetHandler<typeof SPEC_ENDPOINTS.pendingVerification> = async ({
  query,
  ...asked
}) => {
  requireTokenEmail(asked.token, query.email)
  return passForWidget(asked, SPEC_ENDPOINTS.pendingVerification, { query })
}

/** `POST /api/widget/wallets/check-verification`: judges the code before the passkey is made. */
export const checkVerification: WidgetHandler<typeof BAAS_ENDPOINTS.checkVerification> = async ({
  body,
  ...asked
}) => {
  requireTokenEmail(asked.token, body.email)
  return passForWidget(asked, BAAS_ENDPOINTS.checkVerification, { body })
}

/** The integrator named the address: this token can verify no other one. @throws EMAIL_REFUSED */
export function requireTokenEmail(token: WidgetToken, email: string): void {
  if (token.email !== null && token.email.toLowerCase() !== email.toLowerCase())
    throw bffError('EMAIL_REFUSED')
}
