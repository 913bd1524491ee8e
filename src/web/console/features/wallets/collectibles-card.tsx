import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { Link } from 'react-router'
import { EXECUTE_ENDPOINTS } from '#protocol/execute-transaction.ts'
import type { Balances } from '#protocol/holdings.ts'
import type { Collectible } from '#protocol/wallets.ts'
import { ButtonLink, Icon, TextLink, useMay } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { useItemsFile } from '#web/console/components/export-files.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { tokenName } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { quantityText } from '#web/ui/quantity.ts'
import { formatExact, t } from '#web/ui/text.ts'
import { itemCountTexts } from './item-counts.ts'
import { balancesQuery, collectibleQuery } from './wallet-requests.ts'

type Item = NonNullable<Balances['collectibles']>[number] & { amount?: string | undefined }

type CollectiblesCardProps = {
  address: string
  /** Maximum number of tiles, with a link to all of them. Undefined shows all. */
  max?: number
}

/** NFTs and ERC-1155 tokens, each with its image. Renders nothing if the wallet has none. */
export function CollectiblesCard({ address, max }: CollectiblesCardProps): ReactElement | null {
  const { data } = useLiveQuery(secondary('balances', balancesQuery(address)))
  const { collectibles = [], multiTokens = [], isCut = false } = data ?? {}
  const items: Item[] = [...collectibles, ...multiTokens]
  const file = useItemsFile('nfts', items)
  if (items.length === 0) return null
  const shown = items.slice(0, max)
  return (
    <Card
      title={t('NFTs')}
      note={countText({ nfts: collectibles.length, multiTokens: multiTokens.length }, isCut)}
      actions={
        max === undefined ? (
          <ListMenu rows={items.length} files={file} />
        ) : (
          items.length > shown.length && (
            <TextLink to={paths.walletAssets.href(address)}>{t('Show all')}</TextLink>
          )
        )
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-3">
        {shown.map((item) => (
          <CollectibleTile key={`${item.tokenAddress} ${item.tokenId}`} address={address} item={item} />
        ))}
      </ul>
      {max === undefined && isCut && (
        <p className="mt-4 text-sm text-muted">
          {t('There are more than displayed here. The rest is available from the API.')}
        </p>
      )}
    </Card>
  )
}

/** The numbers of items. The list is limited to one page, so the wallet may have more. */
function countText({ nfts, multiTokens }: Record<'nfts' | 'multiTokens', number>, isCut: boolean): string {
  const counts = itemCountTexts({ nfts, multiTokens }).join(', ')
  return isCut ? t('At least {items}', { items: counts }) : counts
}

function useItem(address: string, { tokenAddress, tokenId, ...item }: Item) {
  const details = useQuery(collectibleQuery({ address, tokenAddress, tokenId }))
  const name =
    tokenName(details.data?.name ?? '') ||
    t('{collection} #{tokenId}', { collection: collectionName(item), tokenId })
  return { details, name }
}

/** A small picture that leads to the form for sending the item. Its name opens the details. */
function CollectibleTile({ address, item }: { address: string; item: Item }) {
  const { tokenId, amount } = item
  const { details, name } = useItem(address, item)
  const { may } = useMay(EXECUTE_ENDPOINTS.executeTransaction)
  const picture = <CollectiblePicture details={details} name={name} />
  return (
    <li className="flex max-w-40 min-w-0 flex-col">
      {may && item.allowed !== false ? (
        <Link
          to={sendPath(address, item)}
          aria-label={t('Send {name}', { name })}
          className="relative block rounded-md hover:brightness-95"
        >
          {picture}
          <span
            aria-hidden="true"
            className="absolute right-1 bottom-1 rounded-sm border border-line bg-surface px-1.5 text-xs font-medium text-ink"
          >
            {t('Send')}
          </span>
        </Link>
      ) : (
        picture
      )}
      <ItemDialogButton {...{ address, item, name }} />
      <p className="truncate text-xs text-muted">
        {amount === undefined
          ? collectionName(item)
          : `${quantityText({ kind: 'item', tokenId, units: amount })}, ${collectionName(item)}`}
      </p>
      {item.allowed === false && <p className="mt-1 text-xs text-warning">{t('Not on your token list')}</p>}
    </li>
  )
}

const sendPath = (address: string, { tokenAddress: token, tokenId, amount }: Item): string =>
  paths.send.href(address, {
    kind: amount === undefined ? 'erc721-transfer' : 'erc1155-transfer',
    token,
    tokenId,
  })

type ItemDialogProps = { address: string; item: Item; name: string }

/** The item's name, which opens its picture, collection, token id and description. */
function ItemDialogButton({ name, ...props }: ItemDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={name}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="mt-1 truncate rounded-sm text-left text-sm font-medium hover:underline"
      >
        {name}
      </button>
      {isOpen && (
        <Dialog title={name} onClose={() => setIsOpen(false)}>
          <ItemDetails {...props} />
        </Dialog>
      )}
    </>
  )
}

function ItemDetails({ address, item }: Omit<ItemDialogProps, 'name'>) {
  const { details, name } = useItem(address, item)
  const description = details.data?.description ?? ''
  return (
    <div className="flex flex-col gap-4">
      <div className="w-48">
        <CollectiblePicture details={details} name={name} />
      </div>
      {description !== '' && <p className="text-muted [overflow-wrap:anywhere]">{description}</p>}
      <Facts
        facts={{
          [t('Collection')]: (
            <>
              <span className="block">{collectionName(item)}</span>
              <HexText value={item.tokenAddress} what={t('collection address')} names="none" />
            </>
          ),
          [t('Token ID')]: <span className="font-mono break-all">{item.tokenId}</span>,
          [t('Units')]: item.amount !== undefined && formatExact(item.amount),
        }}
      />
      {item.allowed !== false && (
        <ButtonLink
          access={EXECUTE_ENDPOINTS.executeTransaction}
          silent
          tone="primary"
          icon="send"
          className="self-start"
          to={sendPath(address, item)}
        >
          {t('Send')}
        </ButtonLink>
      )}
    </div>
  )
}

function collectionName({ name, symbol }: Pick<Item, 'name' | 'symbol'>): string {
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
  // An empty frame instead of a skeleton: a picture can take seconds, and the page does not wait for it.
  if (details.isPending) return <div className={`${shell} bg-sunken`} />
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
