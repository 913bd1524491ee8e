import type { ExecuteRequest } from '#protocol/transactions.ts'
import { callOperations } from '#protocol/call-operations.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { CalldataError, resolveCalldata } from '#protocol/signing/calldata.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { rememberHeld } from '#bff/upstream/outcomes/remember-held.ts'
import { requireTokenWallet } from './find-wallets.ts'
import { callForWidget } from './widget-call.ts'
import type { WidgetHandler, WidgetToken } from './widget-token.ts'

/** `POST /api/widget/transactions/execute`, of a wallet of this token. @throws OPERATION_REFUSED, WALLET_NOT_OWNED */
export const executeTransaction: WidgetHandler<typeof BAAS_ENDPOINTS.executeTransaction> = async ({
  body,
  ...asked
}) => {
  const { ctx, token } = asked
  requireCallOperations(token, body)
  await requireTokenWallet(asked, body.walletAddress)
  const executed = await callForWidget(asked, BAAS_ENDPOINTS.executeTransaction, { body })
  const { content: result, status, headers } = executed
  await rememberHeld(ctx, token.organization, { request: body, result })
  return answer(result, status, headers)
}

/**
 * A token for transfers alone submits no call that gives a permission, and vice versa: the call's
 * bytes decide. A token that names neither may submit any signed call.
 *
 * @throws OPERATION_REFUSED
 */
function requireCallOperations({ operations }: WidgetToken, request: ExecuteRequest): void {
  if (!operations.includes('transfer') && !operations.includes('approve')) return
  const data = calldataOf(request)
  const needed = data === undefined ? [] : callOperations({ ...request, data })
  const missing = needed.find((operation) => !operations.includes(operation))
  if (missing !== undefined) throw bffError('OPERATION_REFUSED', missing)
}

/** Undefined for a call that cannot be encoded: the service reports what is wrong with it. */
function calldataOf(request: ExecuteRequest): string | undefined {
  try {
    return resolveCalldata(request)
  } catch (error) {
    if (error instanceof CalldataError) return undefined
    throw error
  }
}
