import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { shownTransactionSchema } from '#protocol/hosted-upstream.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { TimelineStep, TimelineStepKind, TransactionTimeline } from '#protocol/transaction-timeline.ts'
import { type Transaction, TRANSACTION_ENDPOINTS } from '#protocol/transactions.ts'
import { baasApi, orgApi } from '#web/console/lib/api.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { ApiError } from '#web/ui/errors.ts'
import { withoutOwner, type ShownTransaction } from './organization-transactions.tsx'

/**
 * A transaction with its history. `deliveries` is null if the hosted service reports neither deliveries nor
 * end-users.
 */
export type ShownTimeline = Omit<TransactionTimeline, 'transaction' | 'deliveries'> & {
  transaction: ShownTransaction
  deliveries: TransactionTimeline['deliveries'] | null
  /**
   * Time at which the response was received, on the server's clock in Unix milliseconds. Base of countdowns.
   */
  receivedAtMs: number
}

/** Null if the organization has no such transaction. */
const timelineQuery = (transactionUuid: string) =>
  queryOptions({
    queryKey: ['transactions', 'timeline', transactionUuid],
    queryFn: async ({ signal }): Promise<ShownTimeline | null> => {
      const input = { params: { transactionUuid }, signal }
      try {
        const timeline = await orgApi.call(APPROVAL_ENDPOINTS.getTransactionTimeline, input)
        return { ...timeline, receivedAtMs: serverNowMs() }
      } catch (error) {
        // An older service has no timelines and responds with "not found". The record then shows whether the
        // transaction exists.
        if (!isMissing(error) && !isLacking(error)) throw error
        return readRecord(input)
      }
    },
  })

async function readRecord(input: { params: { transactionUuid: string }; signal: AbortSignal }) {
  const endpoint = { ...TRANSACTION_ENDPOINTS.getTransaction, answer: shownTransactionSchema }
  try {
    const record = await baasApi.call(endpoint, input)
    const receivedAtMs = serverNowMs()
    const transaction = withoutOwner(record, receivedAtMs)
    return { transaction, steps: stepsOfRecord(record), deliveries: null, receivedAtMs }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === 'NOT_FOUND'
}

/** The step that led to a state, for states that have no time of their own. */
const LAST_STEPS: Partial<Record<TransactionState, TimelineStepKind>> = {
  APPROVED: 'approved',
  SUBMITTED: 'sent',
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  REJECTED: 'declined',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

function readDecision({ status, approval }: Transaction): TimelineStepKind {
  if (approval?.reported === true) return 'reported'
  return status === 'REJECTED' ? 'declined' : 'approved'
}

/** Steps known from a transaction's record alone. Guesses nothing. */
export function stepsOfRecord(record: Transaction): TimelineStep[] {
  const { status, approval, createdAtDatetime, updatedAtDatetime } = record
  const decided = step(readDecision(record), approval?.decidedAtDatetime)
  const last = LAST_STEPS[status]
  const isKnown = decided.some(({ kind }) => kind === last || (kind === 'reported' && last === 'declined'))
  return [
    ...step(record.outside === true ? 'found-on-chain' : 'submitted', createdAtDatetime),
    ...step('held', approval === undefined ? undefined : createdAtDatetime),
    ...step('notified', approval?.notifiedAtDatetime),
    ...step('seen', approval?.seenAtDatetime),
    ...decided,
    ...(last === undefined || isKnown ? [] : step(last, updatedAtDatetime)),
  ]
}

function step(kind: TimelineStepKind, atDatetime: string | undefined): TimelineStep[] {
  return atDatetime === undefined ? [] : [{ kind, atDatetime }]
}

/** Poll interval for mails and webhook deliveries, in milliseconds. No live event reports them. */
const UNREPORTED_INTERVAL_MS = 5_000

/** A transaction with its history. Updates by itself. `enabled: false` sends no requests. */
export function useTimeline(
  transactionUuid: string,
  { enabled }: { enabled: boolean },
): UseQueryResult<ShownTimeline | null, Error> {
  const interval = useRefetchInterval()
  return useQuery({
    ...timelineQuery(transactionUuid),
    enabled,
    refetchInterval: ({ state: { data } }) => {
      const isDelivering = data?.deliveries?.some(({ status }) => status === 'pending') === true
      return isDelivering || data?.notification !== undefined ? UNREPORTED_INTERVAL_MS : interval
    },
  })
}
