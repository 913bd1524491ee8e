import { queryOptions } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/org/approval-endpoints.ts'
import { TRANSACTION_ENDPOINTS } from '#protocol/org/transaction-endpoints.ts'
import type {
  HeldNotification,
  OnChain,
  TimelineStep,
  TransactionDelivery,
} from '#protocol/org/organization-transactions.ts'
import type { Simulation } from '#protocol/org/simulation.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { ApiError } from '#web/console/lib/api-error.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { stepsOfRecord } from './steps-of-record.ts'
import { recordSchema, withoutOwner, type ShownTransaction } from './transaction-record.ts'

/** A transaction with its past. `deliveries: null` where the hosted service does not tell of them, or of end-users. */
export type ShownTimeline = {
  transaction: ShownTransaction
  steps: TimelineStep[]
  notification?: HeldNotification | undefined
  /** Once it is mined, where the service tells. */
  onChain?: OnChain | undefined
  deliveries: TransactionDelivery[] | null
  /** While it waits, where the service could simulate it. */
  simulation?: Simulation | undefined
  /** By this device's clock: what was left then is counted down from here. */
  receivedAtMs: number
}

/** `null` when the organization has no such transaction. */
export const timelineQuery = (transactionUuid: string) =>
  queryOptions({
    queryKey: ['transactions', 'timeline', transactionUuid],
    queryFn: async ({ signal }): Promise<ShownTimeline | null> => {
      const input = { params: { transactionUuid }, signal }
      try {
        const { content } = await callEndpoint('/api/org', APPROVAL_ENDPOINTS.getTransactionTimeline, input)
        return { ...content, receivedAtMs: Date.now() }
      } catch (error) {
        // An older service has the record and no timeline: both are answered as "not found".
        if (!isMissing(error) && !isLacking(error)) throw error
        return readRecord(input)
      }
    },
  })

async function readRecord(input: {
  params: { transactionUuid: string }
  signal: AbortSignal
}): Promise<ShownTimeline | null> {
  const endpoint = { ...TRANSACTION_ENDPOINTS.getTransaction, answer: recordSchema }
  try {
    const { content } = await callEndpoint('/api/baas', endpoint, input)
    const receivedAtMs = Date.now()
    const transaction = withoutOwner(content, receivedAtMs)
    return { transaction, steps: stepsOfRecord(content), deliveries: null, receivedAtMs }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === 'NOT_FOUND'
}
