import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { EXECUTE_ENDPOINTS } from '#protocol/execute-transaction.ts'
import type { Balances } from '#protocol/holdings.ts'
import type { Collectible } from '#protocol/wallets.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink, Button, Icon } from '#web/console/components/button.tsx'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { useItemsFile } from '#web/console/components/export-files.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { tokenName } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { t } from '#web/ui/text.ts'
import { balancesQuery, collectibleQuery } from './wallet-requests.ts'

const SHOWN_FIRST = 6

type Item = NonNullable<Balances['collectibles']>[number] & { amount?: string | undefined }

/** NFTs and ERC-1155 tokens, each with its image. Renders nothing if the wallet has none. */
export function CollectiblesCard({ address }: { address: string }): ReactElement | null {
  const { data } = useLiveQuery(secondary('balances', balancesQuery(address)))
  const [isAll, setIsAll] = useState(false)
  const items: Item[] = data === undefined ? [] : [...(data.collectibles ?? []), ...(data.multiTokens ?? [])]
  const file = useItemsFile('nfts', items)
  if (items.length === 0) return null
  const shown = isAll ? items : items.slice(0, SHOWN_FIRST)
  return (
    <Card title={t('NFTs')} actions={<ListMenu rows={items.length} files={file} />}>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {shown.map((item) => (
          <CollectibleTile key={`${item.tokenAddress} ${item.tokenId}`} address={address} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <div className="mt-4">
          <Button onClick={() => setIsAll(true)}>
            {data?.isCut === true ? t('Show more') : t('Show all {count}', { count: items.length })}
          </Button>
        </div>
      )}
      {data?.isCut === true && (
        <p className="mt-4 text-sm text-muted">
          {t('There are more than displayed here. The rest is available from the API.')}
        </p>
      )}
    </Card>
  )
}

function CollectibleTile({ address, item }: { address: string; item: Item }) {
  const { tokenAddress, tokenId, amount } = item
  const details = useQuery(collectibleQuery({ address, tokenAddress, tokenId }))
  const name =
    tokenName(details.data?.name ?? '') ||
    t('{collection} #{tokenId}', { collection: collectionName(item), tokenId })
  return (
    <li className="flex min-w-0 flex-col">
      <CollectiblePicture details={details} name={name} />
      <p className="mt-2 text-sm font-medium [overflow-wrap:anywhere]">{name}</p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {amount === undefined
          ? collectionName(item)
          : `${quantityText({ kind: 'item', tokenId, units: amount })}, ${collectionName(item)}`}
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
        <ButtonLink
          of={name}
          access={EXECUTE_ENDPOINTS.executeTransaction}
          silent
          className="mt-2 w-fit"
          to={paths.send.href(address, {
            kind: amount === undefined ? 'erc721-transfer' : 'erc1155-transfer',
            token: tokenAddress,
            tokenId,
          })}
        >
          {t('Send')}
        </ButtonLink>
      )}
    </li>
  )
}

function collectionName({ name, symbol }: Item): string {
  return tokenName(name || symbol || '') || t('Unnamed collection')
}

type CollectiblePictureProps = {
  details: { data: Collectible | undefined; isPending: boolean; isError: boolean }
  name: string
}

/** Image of an item, or the reason why there is none. */
function CollectiblePicture({ details, name }: CollectiblePictureProps) {
  const { picture, problem = details.isError ? 'unreachable' : 'none' } = details.data ?? {}
  const problemText = {
    kind: t('Image format not supported'),
    size: t('Image too large'),
    unreachable: t('Image unavailable'),
    none: t('No image'),
  }[problem]
  const shell = 'aspect-square w-full rounded-md border border-line'
  if (details.isPending) return <Skeleton className={shell} />
  if (picture !== undefined) {
    const source = `data:${picture.mediaType};base64,${picture.base64}`
    return (
      <img
        src={source}
        alt={t('Image of {name}', { name })}
        loading="lazy"
        decoding="async"
        className={`${shell} bg-sunken object-contain`}
      />
    )
  }
  return (
    <div
      className={`${shell} flex flex-col items-center justify-center gap-2 bg-canvas p-2 text-center text-xs text-muted`}
    >
      <Icon name="token" className="size-6 text-faint" />
      {problemText}
    </div>
  )
}
