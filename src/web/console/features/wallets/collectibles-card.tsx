import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import type { Balances } from '#protocol/org/holdings.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { IfMay } from '#web/console/components/if-may.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { CollectiblePicture } from './collectible-picture.tsx'
import { balancesQuery } from './get-balances.query.ts'
import { collectibleQuery } from './get-collectible.query.ts'
import { numberText } from './number-text.ts'

const SHOWN_FIRST = 6
const NAME_LENGTH_MAX = 60

type Item = NonNullable<Balances['collectibles']>[number] & { amount?: string | undefined }

/** Items of collections and of multi-tokens, each with its picture. Nothing where the wallet has none. */
export function CollectiblesCard({ address }: { address: string }) {
  const { data } = useQuery(balancesQuery(address))
  const [isAll, setIsAll] = useState(false)
  const items: Item[] = [...(data?.collectibles ?? []), ...(data?.multiTokens ?? [])]
  if (items.length === 0) return null
  const shown = isAll ? items : items.slice(0, SHOWN_FIRST)
  return (
    <Card title={t('NFTs')}>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {shown.map((item) => (
          <CollectibleTile key={`${item.tokenAddress} ${item.tokenId}`} address={address} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <div className="mt-4">
          <Button onClick={() => setIsAll(true)}>{t('Show all {count}', { count: items.length })}</Button>
        </div>
      )}
    </Card>
  )
}

function CollectibleTile({ address, item }: { address: string; item: Item }) {
  const { tokenAddress, tokenId, amount } = item
  const details = useQuery(collectibleQuery({ address, tokenAddress, tokenId }))
  const name =
    harmlessText(details.data?.name ?? '', NAME_LENGTH_MAX).text ||
    t('{collection} #{tokenId}', { collection: collectionName(item), tokenId })
  return (
    <li className="flex min-w-0 flex-col">
      <CollectiblePicture
        picture={details.data?.picture}
        problem={details.data?.problem}
        isLoading={details.isPending}
        name={name}
      />
      <p className="mt-2 text-sm font-medium [overflow-wrap:anywhere]">{name}</p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {amount === undefined
          ? collectionName(item)
          : t('{amount} units, {collection}', {
              amount: numberText(amount),
              collection: collectionName(item),
            })}
      </p>
      {item.allowed === false && (
        <p className="mt-1">
          <Badge tone="warning">{t('Not on your token list')}</Badge>
        </p>
      )}
      <details className="mt-1 text-sm">
        <summary className="w-fit rounded-sm text-muted hover:text-ink">{t('Details')}</summary>
        <dl className="mt-1 flex flex-col gap-1">
          <dt className="text-muted">{t('Collection')}</dt>
          <dd>
            <HexText value={tokenAddress} what={t('collection address')} />
          </dd>
          <dt className="text-muted">{t('Token id')}</dt>
          <dd className="font-mono break-all">{tokenId}</dd>
        </dl>
        {details.data !== undefined && details.data.description !== '' && (
          <p className="mt-2 text-muted [overflow-wrap:anywhere]">{details.data.description}</p>
        )}
      </details>
      {item.allowed !== false && (
        <IfMay silent route="POST /api/baas/transactions/execute">
          <ButtonLink className="mt-2 w-fit" to={sendHref(address, item)}>
            {t('Send')}
            <span className="sr-only"> {name}</span>
          </ButtonLink>
        </IfMay>
      )}
    </li>
  )
}

function collectionName({ name, symbol }: Item): string {
  return harmlessText(name || symbol || '', NAME_LENGTH_MAX).text || t('Unnamed collection')
}

function sendHref(address: string, { tokenAddress: token, tokenId, amount }: Item): string {
  const kind = amount === undefined ? 'erc721-transfer' : 'erc1155-transfer'
  return paths.send.href(address, { kind, token, tokenId })
}
