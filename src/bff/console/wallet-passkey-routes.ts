import * as z from 'zod/mini'
import { addressSchema } from '#protocol/baas/fields.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { parse } from '#bff/http/read-input.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { findKnownPasskey } from '#bff/widget/wallet-passkey.ts'

const paramsSchema = z.strictObject({ address: addressSchema })

/** Which passkey the widget of this deployment made a wallet with; `null` for wallets made elsewhere. */
export function walletPasskeyRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/wallets/:address/passkey', async ({ req }, { organization }) => {
      const { address } = parse(paramsSchema, req.param())
      return answer(await findKnownPasskey(ctx, organization.id, address))
    }),
  ]
}
