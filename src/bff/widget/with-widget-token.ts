import type { WidgetOperation } from '#protocol/org/console-api.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { findWidgetToken, type WidgetToken } from './widget-token.ts'

/**
 * Wraps a handler that only a live token reaches, from the origin it was made for, and with the operation it
 * needs (null: any).
 *
 * @throws WIDGET_TOKEN_EXPIRED, ORIGIN_REFUSED, OPERATION_REFUSED
 */
export function withWidgetToken(
  ctx: BffContext,
  operation: WidgetOperation | null,
  handle: (exchange: Exchange, token: WidgetToken) => Promise<Response>,
): (exchange: Exchange) => Promise<Response> {
  return async (exchange) => {
    const token = await findWidgetToken(ctx, exchange.req.raw)
    if (token === undefined) throw bffError('WIDGET_TOKEN_EXPIRED')
    if (token.origin !== exchange.var.widgetOrigin) {
      ctx.log.warn({ event: 'widget_token_at_other_origin', integrationId: token.integrationId })
      throw bffError('ORIGIN_REFUSED')
    }
    if (operation !== null && !token.operations.includes(operation))
      throw bffError('OPERATION_REFUSED', operation)
    return handle(exchange, token)
  }
}
