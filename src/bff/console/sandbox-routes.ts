import * as z from 'zod/mini'
import { errorContentSchema } from '#protocol/baas/envelope.ts'
import { faucetRequestSchema, faucetResultSchema } from '#protocol/org/console-api.ts'
import type { BffContext, Exchange, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { readBody } from '#bff/http/read-input.ts'
import { withSession } from '#bff/sessions/with-session.ts'
import { sendUpstream } from '#bff/upstream/send-upstream.ts'

/** The sandbox's places, and its faucet. Outside the sandbox the first is `null` and the second is not there. */
export function sandboxRoutes(ctx: BffContext): Route[] {
  return [
    { method: 'GET', path: '/api/sandbox', handle: withSession(ctx, () => answer(ctx.settings.sandbox)) },
    {
      method: 'POST',
      path: '/api/sandbox/faucet',
      handle: withSession(ctx, (exchange) => mint(ctx, exchange)),
    },
  ]
}

async function mint(ctx: BffContext, exchange: Exchange): Promise<Response> {
  if (ctx.settings.sandbox === null) throw bffError('NOT_FOUND')
  const body = await readBody(exchange.req.raw, faucetRequestSchema)
  // No API key: the sandbox's own places need none.
  const request = new Request(`${ctx.settings.publicUrl}/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': exchange.var.requestId },
    body: JSON.stringify(body),
  })
  const { response, text } = await sendUpstream(ctx, request)
  const content = contentOf(text)
  const result = faucetResultSchema.safeParse(content)
  if (response.ok && result.success) return answer(result.data)
  const refused = errorContentSchema.safeParse(content)
  if (!refused.success || response.status < 400) throw bffError('UPSTREAM_FAILED')
  const { message, code, errors } = refused.data
  throw new HttpError(response.status, code, message, errors === undefined ? {} : { errors })
}

const envelopeSchema = z.object({ content: z.unknown() })

function contentOf(text: string): unknown {
  try {
    return envelopeSchema.parse(JSON.parse(text)).content
  } catch {
    return undefined
  }
}
