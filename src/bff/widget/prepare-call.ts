import type * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { PREPARE_ENDPOINTS } from '#protocol/baas/prepare-endpoints.ts'
import type { WidgetOperation } from '#protocol/org/console-api.ts'
import { callOperationOf } from '#protocol/operations.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { readBody } from '#bff/http/read-input.ts'
import { requireTokenWallet } from './find-wallets.ts'
import { passForWidget } from './widget-call.ts'
import type { WidgetToken } from './widget-token.ts'

/** What takes a call that is not signed yet: whatever else its body has, it names the wallet, and for items the holder. */
type Preparation = Endpoint & { body: z.ZodMiniType<{ walletAddress: string; from?: string }> }

/** The prepare endpoints, each with the operation that a widget needs for it: giving a permission is never a transfer. */
export const PREPARATIONS: readonly (readonly [endpoint: Preparation, operation: WidgetOperation])[] =
  Object.values(PREPARE_ENDPOINTS).map((endpoint) => [endpoint, callOperationOf(endpoint.scope)])

/**
 * Prepares or simulates a call of a wallet of this token. What is moved is the wallet's own: the service would prepare a move of
 * what another wallet of the organization holds as well, and a token stands for one person.
 *
 * @throws WALLET_NOT_OWNED, or VALIDATION_FAILED for another holder
 */
export function prepareCall(endpoint: Preparation) {
  return async (ctx: BffContext, exchange: Exchange, token: WidgetToken): Promise<Response> => {
    const body = await readBody(exchange.req.raw, endpoint.body)
    const { walletAddress, from = walletAddress } = body
    await requireTokenWallet(ctx, token, walletAddress, exchange.var.requestId)
    if (!sameAddress(from, walletAddress))
      throw validationError([{ path: 'from', message: 'must be walletAddress' }])
    return passForWidget(ctx, exchange, token, endpoint, { body })
  }
}
