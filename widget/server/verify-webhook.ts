import { classifyCredential, type CredentialForm } from '#protocol/credential-form.ts'
import {
  isSignedBy,
  isWebhookSecretShaped,
  readWebhookHeaders,
  WEBHOOK_TOLERANCE_SECONDS,
} from '#server-kit/webhooks/webhook-signature.ts'
import { WebhookError } from './errors.ts'
import type { WebhookBody } from './operations.ts'

/**
 * The content of a webhook: a type, a time, and the data of that type.
 *
 * @example
 * const isPaid = (event: WebhookEvent) => event.type === 'transaction.confirmed'
 */
export type WebhookEvent = WebhookBody

/**
 * Returns the event of a webhook request if its signature is valid (Standard Webhooks 1.0) and it is at most
 * five minutes old. The same event may arrive again, so remember the header `webhook-id`.
 *
 * @param request.body The received bytes or their text. A body that was parsed and serialized again has other bytes.
 * @param request.secret `whsec_…` of the endpoint, or two secrets during a rotation.
 * @throws WebhookError if the request is not from your service, or TypeError if the body was parsed or the secret is
 *   invalid
 * @example
 * const event = verifyWebhook({ body: await request.text(), headers: request.headers, secret })
 */
export function verifyWebhook(request: {
  body: string | Uint8Array | DataView | ArrayBuffer
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  secret: string | readonly string[]
  nowSeconds?: number
}): WebhookEvent {
  const { nowSeconds = Date.now() / 1000 } = request
  const body = readBody(request.body)
  const secrets = [request.secret].flat().map((secret) => requireSecret(secret))
  if (secrets.length === 0) throw new TypeError(NO_SECRET)
  const webhook = readWebhookHeaders(readHeaders(request.headers))
  if (typeof webhook === 'string') throw refused(`The header ${webhook} is missing or cannot be read`)
  if (!secrets.some((secret) => isSignedBy(secret, webhook, body)))
    throw refused(
      'It is not signed with this secret, or its body was changed since it came: verify it before it is parsed',
    )
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

/**
 * Validates the body. JavaScript callers can pass any value, such as an object that a framework parsed. Test runners and
 * sandboxes have their own classes of byte arrays, so the class is not compared.
 */
function readBody(body: unknown): string {
  if (typeof body === 'string') return body
  const bytes = readBytes(body)
  if (bytes !== undefined) return new TextDecoder().decode(bytes)
  throw new TypeError(
    'verifyWebhook needs the body as it came, not a parsed one: read it with request.text(), or with express.raw() in Express',
  )
}

function readBytes(body: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  return isArrayBuffer(body) ? new Uint8Array(body) : undefined
}

function isArrayBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]'
}

const NO_SECRET = 'verifyWebhook was given no secret, such as whsec_…'

const OTHER_SECRETS: Readonly<Record<CredentialForm, string>> = {
  'api-key': 'verifyWebhook was given an API key, not the signing secret of the endpoint (whsec_…)',
  'integration-secret':
    'verifyWebhook was given an integration secret, not the signing secret of the endpoint (whsec_…)',
  'webhook-secret': 'verifyWebhook was given a secret that is cut off, or has a character that none has',
  'widget-token': 'verifyWebhook was given a secret that does not begin with whsec_',
  json: 'verifyWebhook was given a secret that does not begin with whsec_',
  other: 'verifyWebhook was given a secret that does not begin with whsec_',
}

function requireSecret(secret: unknown): string {
  if (typeof secret !== 'string' || secret.trim() === '') throw new TypeError(NO_SECRET)
  const text = secret.trim()
  if (!isWebhookSecretShaped(text)) throw new TypeError(OTHER_SECRETS[classifyCredential(text)])
  return text
}

type OtherHeaders = { forEach: (visit: (value: string, name: string) => void) => void }

function isOtherHeaders(given: object): given is OtherHeaders {
  return 'forEach' in given && typeof given.forEach === 'function'
}

type HeaderRecord = Readonly<Record<string, string | string[] | undefined>>

/** Converts headers. Node's own servers provide them as a record. Other implementations of fetch have a class of their own. */
function readHeaders(given: Headers | HeaderRecord): Headers {
  if (given instanceof Headers) return given
  const other: object = given
  if (isOtherHeaders(other)) {
    const copied = new Headers()
    other.forEach((value, name) => copied.append(name, value))
    return copied
  }
  const known = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
  return new Headers(known)
}
