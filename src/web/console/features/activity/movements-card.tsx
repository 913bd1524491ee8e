import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { isUnlimited } from '#protocol/effects/grant.ts'
import { HOLDING_ENDPOINTS, type HistoryEntry } from '#protocol/holdings.ts'
import { Amount, HexText, TimeAgo } from '#web/console/components/values.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { callPage } from '#web/console/lib/api.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

/** Incoming and outgoing transfers, including those by others, which are in no list of transactions. */
export function MovementsCard({ address }: { address: string }) {
  const movements = useInfiniteQuery(movementsQuery(address))
  return (
    <Card
      title={t('Token movements')}
      note={t('Transfers recorded on the chain, including incoming ones.')}
      flush
    >
      <Loaded
        query={movements}
        skeleton={<SkeletonRows rows={3} label={t('Loading the movements')} />}
        isEmpty={({ pages }) => pages.every(({ content }) => content.length === 0)}
        empty={
          <EmptyState icon="transfer" title={t('No token movements yet')}>
            {t('Incoming and outgoing tokens and NFTs appear here.')}
          </EmptyState>
        }
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-line">
              {pages.flatMap(({ content }) =>
                content.map((entry) => (
                  <Movement key={`${entry.blockNumber} ${entry.logIndex} ${entry.itemIndex}`} entry={entry} />
                )),
              )}
            </ul>
            {movements.hasNextPage && (
              <div className="border-t border-line px-4 py-3">
                <Button pending={movements.isFetchingNextPage} onClick={() => void movements.fetchNextPage()}>
                  {t('Show older')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Movement({ entry }: { entry: HistoryEntry }) {
  const other = counterpartyName(entry)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
      <div className="mr-auto min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {movementTitle(entry)} <Moved entry={entry} />
          {!entry.allowed && <Badge tone="warning">{t('Not on your token list')}</Badge>}
        </p>
        {other !== null && (
          <p className="flex gap-1.5 text-sm text-muted">
            {other}
            <HexText value={entry.counterparty} what={t('counterparty')} copyable={false} />
          </p>
        )}
      </div>
      <span className="flex items-center gap-3 text-sm text-muted">
        {entry.transactionUuid !== undefined && (
          <Link
            to={paths.transaction.href(entry.transactionUuid)}
            className="rounded-sm font-medium text-accent-text hover:underline"
          >
            {t('Transaction')}
          </Link>
        )}
        <TimeAgo datetime={entry.minedAtDatetime} />
      </span>
    </li>
  )
}

/** The amount and the token; for a token that is not on the list only its log's data, never its own name. */
function Moved({ entry }: { entry: HistoryEntry }) {
  const { token, amount, tokenId, tokenAddress } = entry
  const name = token?.symbol ?? ''
  const item = tokenId === undefined ? null : <span className="font-mono text-sm">#{tokenId}</span>
  const isEndless = amount !== undefined && tokenId === undefined && isUnlimited(amount)
  return (
    <>
      {isEndless && `${t('Unlimited')} `}
      {amount !== undefined && !isEndless && (
        <Amount units={amount} decimals={token?.decimals ?? 0} symbol={name} />
      )}
      {(amount === undefined || isEndless) && name}
      {item}
      {token === undefined && (
        <HexText value={tokenAddress} what={t('token address')} copyable={false} className="font-normal" />
      )}
    </>
  )
}

const PAGE_ROWS = '20'

/** Transfers of a wallet and permissions it granted, from the tokens' logs, newest first. */
const movementsQuery = (address: string) =>
  infiniteQueryOptions({
    // Refetched with the balance: movements change both.
    queryKey: ['balances', 'movements', address.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      callPage('/api/baas', HOLDING_ENDPOINTS.listHistory, {
        params: { address },
        query: { limit: PAGE_ROWS, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })

/** The event, in a word or two. */
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

/** The other account's role for the wallet; `null` if it is not worth a line. */
function counterpartyName({ kind, counterparty }: HistoryEntry): string | null {
  if (sameAddress(counterparty, ZERO_ADDRESS)) return null
  const names = { in: t('From'), out: t('To'), approval: t('Spender'), operator: t('Operator') }
  return kind === 'self' || kind === 'mint' || kind === 'burn' ? null : names[kind]
}
