import {
  executeRequestSchema,
  executeResultSchema,
  listTransactionsQuerySchema,
} from '#protocol/transactions.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream, type UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import type { UpstreamCall } from '#bff/upstream/upstream-request.ts'
import { listTransactions, readTransaction } from './read-transactions.ts'
import { rememberHeld } from './remember-held.ts'

/** Any call of the service; those of held transactions use the record of a hosted one. */
export async function callWithRecord(
  ctx: BffContext,
  organization: Organization,
  call: UpstreamCall,
): Promise<UpstreamAnswer<unknown>> {
  const { endpoint, requestId } = call
  if (endpoint === BAAS_ENDPOINTS.getTransaction) {
    const transactionUuid = call.params?.['transactionUuid'] ?? ''
    return readTransaction(ctx, organization, { transactionUuid, requestId })
  }
  if (endpoint === BAAS_ENDPOINTS.listTransactions) {
    const query = listTransactionsQuerySchema.parse(call.query ?? {})
    return listTransactions(ctx, organization, { query, requestId })
  }
  const answered = await callUpstream(ctx, organization, call)
  if (endpoint === BAAS_ENDPOINTS.executeTransaction) {
    const request = executeRequestSchema.parse(call.body)
    const result = executeResultSchema.parse(answered.content)
    await rememberHeld(ctx, organization, { request, result, requestId })
  }
  return answered
}
