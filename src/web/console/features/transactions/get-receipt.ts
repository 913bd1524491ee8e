import { RECEIPT_ENDPOINTS } from '#protocol/org/receipt-endpoints.ts'
import type { Receipt } from '#protocol/receipt/receipt.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

/** The signed receipt of a transaction that is on the chain. */
export async function getReceipt(transactionUuid: string): Promise<Receipt> {
  const { content } = await callEndpoint('/api/org', RECEIPT_ENDPOINTS.getReceipt, {
    params: { transactionUuid },
  })
  return content
}
