import * as z from 'zod/mini'
import type { HasUpstream } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { redactError } from './redact-keys.ts'

const READ_TIMEOUT_MS = 15_000
/** Timeout of writes in milliseconds. Long, because creating a wallet waits for the chain. */
const WRITE_TIMEOUT_MS = 60_000

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

const causeSchema = z.object({ name: z.optional(z.string()), code: z.optional(z.string()) })

/**
 * Sends a request and reads the whole response. @throws UPSTREAM_FAILED, UPSTREAM_UNREACHABLE, UPSTREAM_TIMEOUT
 */
export async function sendUpstream(
  ctx: HasUpstream,
  request: Request,
): Promise<{ response: Response; text: string }> {
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
