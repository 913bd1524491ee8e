import { APPROVAL_ENDPOINTS } from '#protocol/org/approval-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** Tells the end-user of a transaction that waits once more. */
export async function remindApprover(transactionUuid: string): Promise<void> {
  await callEndpoint('/api/org', APPROVAL_ENDPOINTS.notifyApprover, { params: { transactionUuid } })
}
