import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import type { ReactElement } from 'react'
import * as z from 'zod/mini'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { shownTransactionSchema } from '#protocol/hosted-upstream.ts'
import type { OrganizationTransaction } from '#protocol/organization-transactions.ts'
import { TRANSACTION_ENDPOINTS } from '#protocol/transactions.ts'
import { baasApi, orgApi } from '#web/console/lib/api.ts'
import { orIfLacking } from '#web/console/lib/describe-problem.ts'
import { sinceDatetime } from '#web/console/lib/display.ts'
import type { FilterOf } from '#web/console/lib/filters.ts'
import type { DataQuery, PagesQuery } from '#web/console/lib/row-query.ts'
import { serverNowMs, useSecond } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { timeLeftText } from '#web/ui/time-left-text.ts'

const PAGE_LIMIT = '50'
const FOUND_WITHIN_MS = 10_000

export type TransactionFilter = FilterOf<'transactions'>

/**
 * One page of transactions. `ownersKnown` is false if the hosted service has only plain records. End-users
 * are then unknown, and only wallet and status filter the list.
 */
export type ListedTransactions = {
  transactions: ShownTransaction[]
  nextCursor: string | null
  /**
   * Time at which the response was received, on the server's clock in Unix milliseconds. Base of countdowns.
   */
  receivedAtMs: number
  ownersKnown: boolean
}

/** Transactions with their end-users, newest first. */
export const organizationTransactionsQuery = (filter: TransactionFilter): DataQuery<ListedTransactions> =>
  queryOptions<ListedTransactions>({
    queryKey: ['transactions', 'organization', filter],
    queryFn: ({ signal }) => readTransactions(filter, signal),
    placeholderData: keepPreviousData,
  })

/** The loaded transactions of a wallet, newest first. */
export const walletTransactionsQuery = (wallet: string): PagesQuery<ListedTransactions> =>
  infiniteQueryOptions<ListedTransactions, Error, InfiniteData<ListedTransactions>, QueryKey, string>({
    queryKey: ['transactions', 'wallet', wallet.toLowerCase()],
    queryFn: ({ pageParam, signal }) => readTransactions({ wallet, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })

/**
 * Finds the uuid of a call that was just submitted, by its digest. A call that executes immediately is
 * returned without a uuid.
 */
export async function findTransaction(wallet: string, digest: string): Promise<string | undefined> {
  const { transactions } = await readTransactions({ wallet }, AbortSignal.timeout(FOUND_WITHIN_MS))
  return transactions.find((transaction) => transaction.digest === digest)?.transactionUuid
}

function readTransactions(filter: TransactionFilter, signal: AbortSignal): Promise<ListedTransactions> {
  return orIfLacking(readWithOwners(filter, signal), () => readRecords(filter, signal))
}

async function readWithOwners(filter: TransactionFilter, signal: AbortSignal): Promise<ListedTransactions> {
  const query = { ...listQuery(filter), cursor: filter.cursor, limit: PAGE_LIMIT }
  const endpoint = APPROVAL_ENDPOINTS.listOrganizationTransactions
  const { content, nextCursor } = await orgApi.page(endpoint, { query, signal })
  return { transactions: content, nextCursor, receivedAtMs: serverNowMs(), ownersKnown: true }
}

type ListQuery = Omit<TransactionFilter, 'time' | 'cursor'> & { sinceDatetime: string | undefined }

/** The filters for the service, without the cursor. */
export function listQuery(filter: TransactionFilter): ListQuery {
  const { time, cursor: _, ...rest } = filter
  return { ...rest, sinceDatetime: time && sinceDatetime(time, serverNowMs()) }
}

async function readRecords(filter: TransactionFilter, signal: AbortSignal): Promise<ListedTransactions> {
  const { status, wallet, cursor } = filter
  const query = { status, wallet, cursor, limit: PAGE_LIMIT }
  const endpoint = { ...TRANSACTION_ENDPOINTS.listTransactions, answer: z.array(shownTransactionSchema) }
  const { content, nextCursor } = await baasApi.page(endpoint, { query, signal })
  const receivedAtMs = serverNowMs()
  const transactions = content.map((record) => withoutOwner(record, receivedAtMs))
  return { transactions, nextCursor, receivedAtMs, ownersKnown: false }
}

type TransactionRecord = z.infer<typeof shownTransactionSchema>

/** A displayed transaction. `learntFrom` and `outcomeUnreported` exist only in the console server's record. */
export type ShownTransaction = OrganizationTransaction &
  Pick<TransactionRecord, 'learntFrom' | 'outcomeUnreported'>

/** Converts a record to the shape of transactions with owners. The time left is by the server's clock. */
export function withoutOwner(record: TransactionRecord, nowMs: number): ShownTransaction {
  const { approval, ...transaction } = record
  const { number: _, ...reported } = approval ?? {}
  const isWaiting = record.status === 'PENDING_USER_APPROVAL' && record.outcomeUnreported !== true
  const isNoted = record.learntFrom !== undefined && record.status === 'FAILED'
  const expiresMs = Number(record.expiration) * 1_000
  return {
    // If the service reports a failure without a deadline, the signature's expiry is the deadline.
    ...(isNoted && expiresMs > nowMs && { executableUntil: new Date(expiresMs).toISOString() }),
    ...transaction,
    ...(approval !== undefined && {
      approval: { ...reported, expiresAtDatetime: approval.expiresAtDatetime },
      ...(isWaiting && {
        secondsLeft: Math.max(0, Math.ceil((Date.parse(approval.expiresAtDatetime) - nowMs) / 1_000)),
      }),
    }),
    walletLabel: '',
    externalUserId: '',
    externalUserLabel: '',
  }
}

type TimeLeftProps = {
  /** Seconds left at `receivedAtMs`. */
  secondsLeft: number
  receivedAtMs: number
  className?: string
}

/** Counts down the time left that the service reported. */
export function TimeLeft({ secondsLeft, receivedAtMs, className = '' }: TimeLeftProps): ReactElement {
  const left = secondsStillLeft(secondsLeft, receivedAtMs, useSecond())
  return (
    <span role="timer" className={`whitespace-nowrap tabular-nums ${className}`}>
      {left > 0 ? t('{time} left', { time: timeLeftText(left) }) : t('Time is up')}
    </span>
  )
}

/** Seconds left since the response was received. Never more than reported and never below 0. */
export function secondsStillLeft(secondsLeft: number, receivedAtMs: number, nowMs: number): number {
  return Math.min(secondsLeft, Math.max(0, Math.ceil(secondsLeft - (nowMs - receivedAtMs) / 1_000)))
}
