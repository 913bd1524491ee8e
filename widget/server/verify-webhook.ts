import {
  isSignedBy,
  readWebhookHeaders,
  WEBHOOK_TOLERANCE_SECONDS,
} from '#server-kit/webhooks/webhook-signature.ts'
import { WebhookError } from './errors.ts'
import type { WebhookBody } from './operations.ts'

/**
 * What a webhook says: a type, a time and the data of that type.
 *
 * @example
 * const isPaid = (event: WebhookEvent) => event.type === 'transaction.confirmed'
 */
export type WebhookEvent = WebhookBody

/**
 * The event of a webhook request, once its signature is right (Standard Webhooks 1.0) and it is at most five minutes old.
 * The same event can come again: remember the header `webhook-id`.
 *
 * @param request.body The bytes as they came, as text: a parsed body that is printed again has other bytes.
 * @param request.secret `whsec_…` of the endpoint; two while it is rotated.
 * @throws WebhookError
 * @example
 * const event = verifyWebhook({ body: await request.text(), headers: request.headers, secret })
 */
export function verifyWebhook(request: {
  body: string
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  secret: string | readonly string[]
  nowSeconds?: number
}): WebhookEvent {
  const { body, secret, nowSeconds = Date.now() / 1000 } = request
  const webhook = readWebhookHeaders(headersOf(request.headers))
  if (typeof webhook === 'string') throw refused(`The header ${webhook} is missing or cannot be read`)
  if (![secret].flat().some((one) => isSignedBy(one, webhook, body)))
    throw refused('It is not signed with this secret')
  if (Math.abs(nowSeconds - webhook.timestampSeconds) > WEBHOOK_TOLERANCE_SECONDS)
    throw refused('Its time is more than five minutes from ours')
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw refused('It is not valid JSON', cause)
  }
}

function refused(message: string, cause?: unknown): WebhookError {
  return new WebhookError(message, { code: 'WEBHOOK_REFUSED', cause })
}

/** Node's own servers give a record of them. */
function headersOf(given: Headers | Readonly<Record<string, string | string[] | undefined>>): Headers {
  if (given instanceof Headers) return given
  const known = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
  return new Headers(known)
}
