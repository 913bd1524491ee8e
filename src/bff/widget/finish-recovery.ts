import { BAAS_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { parse, readNoBody } from '#bff/http/read-input.ts'
import { requireTokenWallet } from './find-wallets.ts'
import { passForWidget } from './widget-call.ts'
import type { WidgetToken } from './widget-token.ts'

/**
 * `POST /api/widget/wallets/:address/finish-recovery`, of a wallet of this token. It gives nobody a power: on the chain
 * anyone may finish what the backup address proposed, and before its time nobody.
 */
export async function finishRecovery(
  ctx: BffContext,
  exchange: Exchange,
  token: WidgetToken,
): Promise<Response> {
  const params = parse(BAAS_ENDPOINTS.finishRecovery.params, exchange.req.param())
  await readNoBody(exchange.req.raw)
  await requireTokenWallet(ctx, token, params.address, exchange.var.requestId)
  return passForWidget(ctx, exchange, token, BAAS_ENDPOINTS.finishRecovery, { params })
}
