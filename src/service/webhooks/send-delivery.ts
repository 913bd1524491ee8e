import type { Context } from '#service/context.ts'
import { openSecret, SecretBoxError } from '#server-kit/secrets/secret-box.ts'
import { safeFetch, TargetError, type SafeFetchOptions, type TargetAnswer } from '#service/http/safe-fetch.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { eventBody } from './emit-event.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { webhookSignature } from '#server-kit/webhooks/webhook-signature.ts'
import { webhookSecretContext } from './stored-webhook.ts'
import { withoutSecrets } from '#server-kit/secrets/without-secrets.ts'

/** The outcome of an attempt. `problem` is a stable word, null if the event was delivered. */
export type AttemptResult = {
  attemptedAt: Date
  durationMs: number
  /** The headers as they were signed. Null if no request could be made. */
  requestHeaders: Record<string, string> | null
  status: number | null
  bytes: number | null
  answer: KeptAnswer | null
  problem: string | null
  /** Milliseconds that the receiver's Retry-After requests to wait. Null if there is none. */
  retryAfterMs: number | null
}

/** Maximum time to wait for a body that does not end or is cut. Only the status decides. */
const BODY_WAIT_MS = 1_000

export type SendOptions = Pick<SafeFetchOptions, 'resolve' | 'signal' | 'timeoutMs'>

/**
 * One attempt: the signed event (Standard Webhooks 1.0), to an address that was checked. 2xx is success and
 * everything else is not, a redirect too.
 */
export async function sendDelivery(
  ctx: Pick<Context, 'clock' | 'settings'>,
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
    return ended({ status, bytes, answer: keptAnswer(answer), problem: problemOf(status), retryAfterMs })
  } catch (error) {
    if (error instanceof TargetError) return ended({ problem: error.problem })
    // The deployment's keys cannot open the sealed secret. It is no fault of the receiver, but nothing is delivered.
    if (error instanceof SecretBoxError) return ended({ problem: 'secret' })
    throw error
  }
}

function signedRequest(ctx: Pick<Context, 'clock' | 'settings'>, delivery: ClaimedDelivery, now: Date) {
  const body = JSON.stringify(eventBody(delivery))
  // Receivers refuse timestamps that differ from their own time.
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
function validSecrets(ctx: Pick<Context, 'settings'>, delivery: ClaimedDelivery, now: Date): string[] {
  const context = webhookSecretContext(delivery.organization_id)
  const boxes = [delivery.secret_box]
  const { previous_secret_box: previous, previous_secret_until: until } = delivery
  if (previous !== null && until !== null && until > now) boxes.push(previous)
  return boxes.map((box) => openSecret(ctx.settings.secretKeys, context, box))
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** The stored part of a receiver's response. `body` is null if it is not text. */
export type KeptAnswer = { headers: Record<string, string>; body: string | null }

/** The characters that the table takes, and how many bytes of the answer are looked at. */
const BODY_MAX = 4_096
const HEADERS_MAX = 32
const NAME_MAX = 64
const VALUE_MAX = 256
const REDACTED = '[redacted]'

/** Headers whose value may give its reader access. */
const SECRET_NAME = /auth|cookie|csrf|credential|key|passw|secret|session|signature|token/i
/** Named secrets in a text: a header up to the end of its line, a field up to the end of its value. */
const SECRET_FIELDS = [
  /((?:authorization|cookie)["']?\s{0,8}[:=]\s{0,8}\[?["']?)[^"'\r\n<]+/gi,
  /((?:api[-_]?key|csrf|passw(?:or)?d|secret|session(?:[-_]?id)?|token)["']?\s{0,8}[:=]\s{0,8}\[?["']?)[^\s"',;&<}\]]+/gi,
  /(bearer\s{1,8})[^\s"',;&<}\]]+/gi,
]
/** Controls, and characters that change how those around them read; not tabs and ends of lines. */
const UNSEEN = /[^\P{C}\t\n\r]|[\u2028\u2029]/gu
const UNREADABLE = '\ufffd'

/**
 * The part of a response that an administrator needs to find a fault: short, only text, and without secrets (ADR 0017).
 */
export function keptAnswer({ headers, body }: Pick<TargetAnswer, 'headers' | 'body'>): KeptAnswer {
  const kept = Object.entries(headers).slice(0, HEADERS_MAX).map(keptHeader)
  const text = textOf(body.subarray(0, BODY_MAX))
  return {
    headers: Object.fromEntries(kept),
    body: text === undefined ? null : keptText(text).slice(0, BODY_MAX),
  }
}

function keptHeader([name, value]: [string, string | string[] | undefined]): [string, string] {
  const shown = SECRET_NAME.test(name) ? REDACTED : keptText([value].flat().join(', ').slice(0, VALUE_MAX))
  return [name.slice(0, NAME_MAX), shown]
}

/** A cut may go through the last character: it is left out. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function keptText(text: string): string {
  const named = SECRET_FIELDS.reduce((open, shape) => open.replace(shape, `$1${REDACTED}`), text)
  return withoutSecrets(named).replace(UNSEEN, UNREADABLE)
}
