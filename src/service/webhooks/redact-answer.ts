import { withoutSecrets } from '#server-kit/secrets/without-secrets.ts'
import type { TargetAnswer } from '#service/http/safe-fetch.ts'

/** The stored part of a receiver's response. `body` is null if it is not text. */
export type KeptAnswer = { headers: Record<string, string>; body: string | null }

/** Limits of the table: bytes of the response's body that are read, number of headers, and lengths. */
const BODY_MAX = 4_096
const HEADERS_MAX = 32
const NAME_MAX = 64
const VALUE_MAX = 256
const REDACTED = '[redacted]'

/** Names of headers whose value may give access to whoever reads it. */
const SECRET_NAME = /auth|cookie|csrf|credential|key|passw|secret|session|signature|token/i
/** Named secrets in a text: a header until the end of its line, a field until the end of its value. */
const SECRET_FIELDS = [
  /((?:authorization|cookie)["']?\s{0,8}[:=]\s{0,8}\[?["']?)[^"'\r\n<]+/gi,
  /((?:api[-_]?key|csrf|passw(?:or)?d|secret|session(?:[-_]?id)?|token)["']?\s{0,8}[:=]\s{0,8}\[?["']?)[^\s"',;&<}\]]+/gi,
  /(bearer\s{1,8})[^\s"',;&<}\]]+/gi,
]
/** Control characters, and characters that change how those around them are read, except tabs and line ends. */
const UNSEEN = /[^\P{C}\t\n\r]|[\u2028\u2029]/gu
const UNREADABLE = '\ufffd'

/**
 * The part of a response that an administrator needs to find a fault: short, only text, and without secrets
 * (ADR 0017).
 */
export function redactAnswer({ headers, body }: Pick<TargetAnswer, 'headers' | 'body'>): KeptAnswer {
  const kept = Object.entries(headers).slice(0, HEADERS_MAX).map(redactHeader)
  const text = decodeText(body.subarray(0, BODY_MAX))
  return {
    headers: Object.fromEntries(kept),
    body: text === undefined ? null : redactText(text).slice(0, BODY_MAX),
  }
}

function redactHeader([name, value]: [string, string | string[] | undefined]): [string, string] {
  const shown = SECRET_NAME.test(name) ? REDACTED : redactText([value].flat().join(', ').slice(0, VALUE_MAX))
  return [name.slice(0, NAME_MAX), shown]
}

/**
 * Decodes text. If the truncation has split the last character, that character is omitted. Undefined if the bytes are
 * not text.
 */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function redactText(text: string): string {
  const named = SECRET_FIELDS.reduce((open, shape) => open.replace(shape, `$1${REDACTED}`), text)
  return withoutSecrets(named).replace(UNSEEN, UNREADABLE)
}
