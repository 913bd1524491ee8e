import { openSecret, SecretBoxError } from '#server-kit/secrets/secret-box.ts'
import { webhookSignature } from '#server-kit/webhooks/webhook-signature.ts'
import type { HasClock, HasSandboxFlag, HasSecretKeys } from '#service/context-parts.ts'
import { safeFetch, TargetError, type SafeFetchOptions } from '#service/http/safe-fetch.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { eventBody } from './format-event.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { type KeptAnswer, redactAnswer } from './redact-answer.ts'
import { webhookSecretContext } from './stored-webhook.ts'

/** The outcome of an attempt. `problem` is a stable word, null if the event was delivered. */
export type AttemptResult = {
  attemptedAt: Date
  durationMs: number
  /** The headers as signed. Null if no request could be made. */
  requestHeaders: Record<string, string> | null
  status: number | null
  bytes: number | null
  answer: KeptAnswer | null
  problem: string | null
  /** Milliseconds that the receiver's Retry-After requests to wait. Null if there is none. */
  retryAfterMs: number | null
}

/**
 * Maximum milliseconds to wait for a body that does not end or is truncated. Only the status decides whether the
 * delivery succeeded.
 */
const BODY_WAIT_MS = 1_000

export type SendOptions = Pick<SafeFetchOptions, 'resolve' | 'signal' | 'timeoutMs'>

/**
 * Makes one attempt: sends the signed event (Standard Webhooks 1.0) to an address that was checked. Only 2xx is
 * a success; a redirect is not.
 */
export async function sendDelivery(
  ctx: HasClock & HasSandboxFlag & HasSecretKeys,
  delivery: ClaimedDelivery,
  options: SendOptions,
): Promise<AttemptResult> {
  const attemptedAt = ctx.clock.now()
  const startedAt = performance.now()
  let requestHeaders: AttemptResult['requestHeaders'] = null
  const ended = (rest: Pick<AttemptResult, 'problem'> & Partial<AttemptResult>): AttemptResult => ({
    attemptedAt,
    durationMs: Math.round(performance.now() - startedAt),
    requestHeaders,
    status: null,
    bytes: null,
    answer: null,
    retryAfterMs: null,
    ...rest,
  })
  try {
    const { headers, body } = signedRequest(ctx, delivery, attemptedAt)
    requestHeaders = headers
    const { sandbox } = ctx.settings
    const call = { ...options, sandbox, method: 'POST', headers, body, optionalBodyMs: BODY_WAIT_MS } as const
    const answer = await safeFetch(delivery.url, call)
    const { status } = answer
    const bytes = answer.body.byteLength
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], ctx.clock.now())
    return ended({
      status,
      bytes,
      answer: redactAnswer(answer),
      problem: explainStatus(status),
      retryAfterMs,
    })
  } catch (error) {
    if (error instanceof TargetError) return ended({ problem: error.problem })
    // The deployment's keys cannot open the sealed secret, so nothing is delivered. This is not the
    // receiver's fault.
    if (error instanceof SecretBoxError) return ended({ problem: 'secret' })
    throw error
  }
}

function signedRequest(ctx: HasClock & HasSecretKeys, delivery: ClaimedDelivery, now: Date) {
  const body = JSON.stringify(eventBody(delivery))
  // Uses the real time even if a sandbox's clock was moved, because receivers refuse timestamps that differ from
  // their own time.
  const timestampSeconds = Math.floor((ctx.clock.outside?.() ?? now).getTime() / 1_000)
  const content = { id: delivery.event_id, timestampSeconds, body }
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Latchkey-Webhooks/1',
      'webhook-id': delivery.event_id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': webhookSignature(validSecrets(ctx, delivery, now), content),
    },
  }
}

/** The newest secret first, and during a rotation the previous one. */
function validSecrets(ctx: HasSecretKeys, delivery: ClaimedDelivery, now: Date): string[] {
  const context = webhookSecretContext(delivery.organization_id)
  const boxes = [delivery.secret_box]
  const { previous_secret_box: previous, previous_secret_until: until } = delivery
  if (previous !== null && until !== null && until > now) boxes.push(previous)
  return boxes.map((box) => openSecret(ctx.settings.secretKeys, context, box))
}

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}
