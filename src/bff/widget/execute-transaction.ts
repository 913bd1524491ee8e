import type { CallsService, HasHostedChain, HasLive, RunsAudited } from '#bff/context-parts.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { rememberHeld } from '#bff/upstream/outcomes/note-outcome.ts'
import { callOperations } from '#protocol/call-operations.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import { CalldataError, resolveCalldata } from '#protocol/signing/calldata.ts'
import { requireTokenWallet } from './token-wallets.ts'
import { recordForWidget } from './widget-call.ts'
import type { WidgetHandler, WidgetToken } from './widget-token.ts'

/**
 * `POST /api/widget/transactions/execute` for a wallet of this token.
 *
 * @throws OPERATION_REFUSED, WALLET_NOT_OWNED
 */
export const executeTransaction: WidgetHandler<
  typeof BAAS_ENDPOINTS.executeTransaction,
  CallsService & RunsAudited & HasLive & HasHostedChain
> = async ({ body, ...asked }) => {
  const { ctx, token } = asked
  requireCallOperations(token, body)
  await requireTokenWallet(asked, body.walletAddress)
  const executed = await recordForWidget(asked, BAAS_ENDPOINTS.executeTransaction, { body })
  const { content: result, status, headers } = executed
  await rememberHeld(ctx, token.organization, { request: body, result })
  return answer(result, status, headers)
}

/**
 * Refuses a call if the widget token lacks one of its operations, which `callOperations` reads from the call's bytes.
 * A widget token with neither `transfer` nor `approve` may submit any signed call.
 *
 * @throws OPERATION_REFUSED
 */
function requireCallOperations({ operations }: WidgetToken, request: ExecuteRequest): void {
  if (!operations.includes('transfer') && !operations.includes('approve')) return
  const data = encodeCalldata(request)
  const needed = data === undefined ? [] : callOperations({ ...request, data })
  const missing = needed.find((operation) => !operations.includes(operation))
  if (missing !== undefined) throw bffError('OPERATION_REFUSED', missing)
}

/** Encodes a call. Undefined if that fails, because the service reports the fault. */
function encodeCalldata(request: ExecuteRequest): string | undefined {
  try {
    return resolveCalldata(request)
  } catch (error) {
    if (error instanceof CalldataError) return undefined
    throw error
  }
}
