import * as z from 'zod/mini'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'

const READ_TIMEOUT_MS = 15_000
/** A creation waits for the chain. */
const WRITE_TIMEOUT_MS = 60_000

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const causeSchema = z.object({ name: z.optional(z.string()), code: z.optional(z.string()) })

/** Sends a request and reads the whole answer. @throws UPSTREAM_FAILED, UPSTREAM_UNREACHABLE, UPSTREAM_TIMEOUT */
export async function sendUpstream(ctx: BffContext, request: Request) {
  const timeoutMs = request.method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
  try {
    return await withDeadline(timeoutMs, async () => {
      const response = await ctx.upstreamFetch(request)
      return { response, text: await response.text() }
    })
  } catch (cause) {
    throw bffError(failureCode(cause), { cause: redactError(cause, request.headers.get('x-api-key')) })
  }
}

function failureCode(cause: unknown) {
  const { name = '', code = '' } = causeSchema.safeParse(cause).data ?? {}
  if (name === 'TimeoutError' || TIMEOUTS.has(code)) return 'UPSTREAM_TIMEOUT'
  return UNREACHABLE.has(code) ? 'UPSTREAM_UNREACHABLE' : 'UPSTREAM_FAILED'
}

const REDACTED = '[redacted]'

/** A text without the key, however JSON may have escaped it. */
export function redactJson(text: string, apiKey: string): string {
  if (!text.includes('\\u') && !text.includes(apiKey)) return text
  try {
    return JSON.stringify(JSON.parse(text)).replaceAll(apiKey, REDACTED)
  } catch {
    return text.replaceAll(apiKey, REDACTED)
  }
}

/** A failed call's error, for the log: name, code and message, without the key. */
export function redactError(error: unknown, apiKey: string | null): Error {
  if (!(error instanceof Error)) return new Error('a value that is not an Error was thrown')
  const redacted = new Error(apiKey === null ? error.message : error.message.replaceAll(apiKey, REDACTED))
  redacted.name = error.name
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(redacted, { code: error.code })
    : redacted
}

/** Error texts have no reason to quote an API key, ours or another. */
export function withoutKeys(message: string): string {
  return message.replaceAll(/pk_live_\w+/g, `pk_live_${REDACTED}`)
}
