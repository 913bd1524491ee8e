import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isUnlimited } from '#protocol/effects/grant.ts'
import type { HistoryEntry } from '#protocol/org/holdings.ts'
import { Amount } from '#web/console/components/amount.tsx'
import { Badge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { SkeletonRows } from '#web/console/components/skeleton.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { movementsQuery } from './list-movements.query.ts'
import { counterpartyName, movementTitle } from './movement-words.ts'

/** What came and went, whoever brought it about: what others sent is in no list of transactions. */
export function MovementsCard({ address }: { address: string }) {
  const movements = useInfiniteQuery(movementsQuery(address))
  return (
    <Card
      title={t('Token movements')}
      note={t('Transfers recorded on the chain, including incoming ones.')}
      flush
    >
      <Loaded query={movements} skeleton={<SkeletonRows rows={3} label={t('Loading the movements')} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ content }) => content)
          if (entries.length === 0) {
            return (
              <EmptyState icon="transfer" title={t('No token movements yet')}>
                {t('Incoming and outgoing tokens and NFTs appear here.')}
              </EmptyState>
            )
          }
          return (
            <>
              <ul className="divide-y divide-line">
                {entries.map((entry) => (
                  <Movement key={`${entry.blockNumber} ${entry.logIndex} ${entry.itemIndex}`} entry={entry} />
                ))}
              </ul>
              {movements.hasNextPage && (
                <div className="border-t border-line px-4 py-3">
                  <Button
                    pending={movements.isFetchingNextPage}
                    onClick={() => void movements.fetchNextPage()}
                  >
                    {t('Show older')}
                  </Button>
                </div>
              )}
            </>
          )
        }}
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

/** How much of what; of a token that is not on the list only what its log says, never its own name. */
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
