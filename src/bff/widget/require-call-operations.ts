import type { ExecuteRequest } from '#protocol/baas/transactions.ts'
import { callOperations } from '#protocol/org/call-operations.ts'
import { CalldataError, resolveCalldata } from '#protocol/signing/calldata.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { WidgetToken } from './widget-token.ts'

/**
 * A token that is for transfers alone hands in no call that gives a permission, and the other way round: the call's
 * bytes say what it is. A token that names neither was made to hand in whatever a passkey has signed.
 *
 * @throws OPERATION_REFUSED
 */
export function requireCallOperations({ operations }: WidgetToken, request: ExecuteRequest): void {
  if (!operations.includes('transfer') && !operations.includes('approve')) return
  const data = calldataOf(request)
  const needed = data === undefined ? [] : callOperations({ ...request, data })
  const missing = needed.find((operation) => !operations.includes(operation))
  if (missing !== undefined) throw bffError('OPERATION_REFUSED', missing)
}

/** The service says what is wrong with a call that cannot be encoded. */
function calldataOf(request: ExecuteRequest): string | undefined {
  try {
    return resolveCalldata(request)
  } catch (error) {
    if (error instanceof CalldataError) return undefined
    throw error
  }
}
