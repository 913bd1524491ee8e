import * as z from 'zod/mini'
import type { HasPublicUrl, HasSandbox, HasUpstream } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { sendUpstream } from '#bff/upstream/send-upstream.ts'
import { faucetResultSchema } from '#protocol/faucet.ts'
import { errorContentSchema } from '#protocol/fields.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'

const envelopeSchema = z.object({ content: z.unknown() })

/** Mints tokens at the sandbox's faucet. @throws NOT_FOUND outside the sandbox */
export const mintDemoCoins: ConsoleOperation<
  'mintDemoCoins',
  HasPublicUrl & HasSandbox & HasUpstream
> = async ({ ctx, exchange, body }) => {
  if (ctx.settings.sandbox === null) throw bffError('NOT_FOUND')
  // Sent without an API key, because the faucet needs none.
  const request = new Request(`${ctx.settings.publicUrl}/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': exchange.var.requestId },
    body: JSON.stringify(body),
  })
  const { response, text } = await sendUpstream(ctx, request)
  const { content } = envelopeSchema.safeParse(tryJson(text)).data ?? {}
  const result = faucetResultSchema.safeParse(content)
  if (response.ok && result.success) return result.data
  const refused = errorContentSchema.safeParse(content)
  if (!refused.success || response.status < 400) throw bffError('UPSTREAM_FAILED')
  const { message, code, errors } = refused.data
  throw new HttpError(response.status, code, message, errors === undefined ? {} : { errors })
}
