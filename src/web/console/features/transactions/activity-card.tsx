import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import { type HistoryEntry, HOLDING_ENDPOINTS } from '#protocol/holdings.ts'
import { formatUnits } from '#protocol/money.ts'
import { Badge, StatusBadge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { useBrowserFile } from '#web/console/components/export-files.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { baasApi } from '#web/console/lib/api.ts'
import { tokenSymbol } from '#web/console/lib/display.ts'
import { readPages } from '#web/console/lib/export-items.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'
import { NothingReported } from './nothing-reported.tsx'
import { walletTransactionsQuery, type ShownTransaction } from './organization-transactions.tsx'
import { type Move, MovesTable, useTransactionMoves } from './transactions-table.tsx'

type ActivityCardProps = {
  address: string
  /** Maximum number of entries. Undefined shows all, with a button for older ones. */
  max?: number
  actions?: ReactNode
}

/** A wallet's activity: its transactions, and token movements that belong to none of them. */
export function ActivityCard({ address, max, actions }: ActivityCardProps): ReactElement {
  const refetchInterval = useRefetchInterval()
  const transactions = useInfiniteQuery({ ...walletTransactionsQuery(address), refetchInterval })
  const movements = useInfiniteQuery({ ...movementsQuery(address), refetchInterval })
  const { toMove, isLoading } = useTransactionMoves()
  const skeleton = <SkeletonRows rows={3} label={t('Loading the activity')} />
  const lists = [transactions, movements]
  const file = useMovementsFile(address)
  return (
    <Card title={t('Activity')} actions={actions} flush>
      {/* Without movements, the transactions are still displayed. */}
      <ProblemPanel className="m-4" error={movements.error} onRetry={() => movements.refetch()} />
      <Loaded query={transactions} skeleton={skeleton}>
        {({ pages }) => {
          if (movements.isPending || isLoading) return skeleton
          const received = pages[0]?.receivedAtMs ?? 0
          const items = mergeActivity(
            { items: pages.flatMap((page) => page.transactions), isWhole: !transactions.hasNextPage },
            {
              items: movements.data?.pages.flatMap(({ content }) => content) ?? [],
              isWhole: !movements.hasNextPage,
            },
          )
          if (items.length === 0)
            return pages[0]?.ownersKnown === false ? <NothingReported /> : <NoActivity />
          return (
            <MovesTable
              label={t('Activity, newest first')}
              files={max === undefined && file}
              isPart={max === undefined && lists.some(({ hasNextPage }) => hasNextPage)}
              moves={items
                .slice(0, max)
                .map(({ transaction, movement }) =>
                  transaction === undefined ? toEntryMove(movement) : toMove(transaction, received),
                )}
            />
          )
        }}
      </Loaded>
      {max === undefined && lists.some(({ hasNextPage }) => hasNextPage) && (
        <div className="border-t border-line px-4 py-3">
          <Button
            pending={lists.some(({ isFetchingNextPage }) => isFetchingNextPage)}
            onClick={() => lists.forEach((list) => list.hasNextPage && void list.fetchNextPage())}
          >
            {t('Show older')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function NoActivity() {
  return (
    <EmptyState icon="transfer" title={t('No transactions yet')}>
      {t(
        'Transactions of this wallet appear here, from signature to confirmation, and tokens that it receives.',
      )}
    </EmptyState>
  )
}

/** Saves a wallet's movements. The page of transactions saves the wallet's transactions. */
function useMovementsFile(address: string) {
  return useBrowserFile(
    'token-movements',
    () => readPages((query) => baasApi.page(HOLDING_ENDPOINTS.listHistory, { params: { address }, query })),
    t('Token movements as CSV'),
  )
}

/**
 * A movement as a row. A token that is not listed is shown by its address, never by the name that it claims.
 */
function toEntryMove(entry: HistoryEntry): Move {
  const { token, tokenAddress, counterparty, transactionUuid } = entry
  const word = movementTitle(entry)
  const amount = movedAmount(entry)
  const symbol = tokenSymbol(token?.symbol ?? '')
  const isNamed = !sameAddress(counterparty, ZERO_ADDRESS)
  return {
    id: `${entry.blockNumber} ${entry.logIndex} ${entry.itemIndex}`,
    title: [word, amount, symbol].filter((part) => part !== '').join(' '),
    word,
    amount,
    token: token === undefined ? <HexText value={tokenAddress} what={t('token address')} short /> : symbol,
    ...(transactionUuid !== undefined && { to: paths.transaction.href(transactionUuid) }),
    remarks: !entry.allowed && (
      <span className="ml-2">
        <Badge tone="warning">{t('Not on your token list')}</Badge>
      </span>
    ),
    counterparty: isNamed ? { word: '', address: counterparty } : undefined,
    status: <StatusBadge status="CONFIRMED" />,
    time: <TimeAgo datetime={entry.minedAtDatetime} />,
  }
}

function movedAmount({ amount, tokenId, token }: HistoryEntry): string {
  if (tokenId !== undefined)
    return quantityText({ kind: 'item', tokenId, ...(amount !== undefined && { units: amount }) })
  if (amount === undefined) return ''
  const unlimited = isUnlimited(amount)
  return quantityText(
    token === undefined
      ? { kind: 'units', units: amount, unlimited }
      : { kind: 'amount', text: formatUnits(amount, token.decimals), unlimited },
  )
}

/** Names the movement in a word or two. */
function movementTitle({ kind, approved, counterparty, amount }: HistoryEntry): string {
  const isCleared = amount === '0' || (amount === undefined && sameAddress(counterparty, ZERO_ADDRESS))
  return {
    in: t('Received'),
    out: t('Sent'),
    self: t('Sent to itself'),
    mint: t('Minted'),
    burn: t('Burned'),
    approval: isCleared ? t('Allowance revoked') : t('Allowance set'),
    operator: approved === false ? t('Operator revoked') : t('Operator approved'),
  }[kind]
}

/** Transfers of a wallet and permissions that it granted, from the tokens' logs, newest first. */
const movementsQuery = (address: string) =>
  baasApi.pagesQuery(
    // This query key begins like the key of the balance, so that both queries are refetched together.
    ['balances', 'movements', address.toLowerCase()],
    HOLDING_ENDPOINTS.listHistory,
    { params: { address }, query: { limit: '50' } },
  )

/** The loaded part of a list, and whether that is the whole list. */
type Read<Item> = { items: readonly Item[]; isWhole: boolean }

type ActivityItem = { atMs: number } & (
  | { transaction: ShownTransaction; movement?: never }
  | { movement: HistoryEntry; transaction?: never }
)

/**
 * Merges transactions and movements into one list, newest first, as far back as both were loaded. Omits a
 * movement if a transaction in the list calls the same token, because both say the same.
 */
export function mergeActivity(
  transactions: Read<ShownTransaction>,
  movements: Read<HistoryEntry>,
): ActivityItem[] {
  const called = new Map(transactions.items.map((one) => [one.transactionUuid, one.toAddress]))
  const sent = transactions.items.map((transaction) => ({
    atMs: Date.parse(transaction.createdAtDatetime),
    transaction,
  }))
  const moved = movements.items.map((movement) => ({ atMs: Date.parse(movement.minedAtDatetime), movement }))
  const sinceMs = Math.max(measureReach(sent, transactions.isWhole), measureReach(moved, movements.isWhole))
  const unlisted = moved.filter(
    ({ movement: { transactionUuid = '', tokenAddress } }) =>
      !sameAddress(called.get(transactionUuid) ?? '', tokenAddress),
  )
  return [...sent, ...unlisted].filter(({ atMs }) => atMs >= sinceMs).toSorted((a, b) => b.atMs - a.atMs)
}

/**
 * Time of the oldest loaded entry, in Unix milliseconds. Older entries of the other list would be out of
 * order.
 */
function measureReach(items: readonly { atMs: number }[], isWhole: boolean): number {
  return isWhole ? -Infinity : (items.at(-1)?.atMs ?? -Infinity)
}
