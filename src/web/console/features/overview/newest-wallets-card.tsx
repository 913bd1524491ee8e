import type { Wallet } from '#protocol/wallets.ts'
import { ButtonLink, TextLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { RowLink } from '#web/console/components/table.tsx'

type WalletsResult = {
  data: { content: Wallet[] } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

export function NewestWalletsCard({ wallets }: { wallets: WalletsResult }) {
  return (
    <Card
      title={t('Newest wallets')}
      actions={
        wallets.data !== undefined &&
        wallets.data.content.length > 0 && <TextLink to={paths.wallets.href()}>{t('All wallets')}</TextLink>
      }
      flush
    >
      <Loaded query={wallets} skeleton={<SkeletonRows rows={3} label={t('Loading the wallets')} />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState
              icon="wallet"
              title={t('No wallets yet')}
              action={
                <ButtonLink icon="plus" to={paths.newWallet.href()}>
                  {t('Create a wallet')}
                </ButtonLink>
              }
            >
              {t('All it takes is an email address, a passkey and half a minute.')}
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {content.map((wallet) => (
                <WalletItem key={wallet.id} wallet={wallet} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function WalletItem({ wallet }: { wallet: Wallet }) {
  const address = checksum(wallet.address)
  return (
    <li className="relative px-4 py-3 hover:bg-hover">
      <div className="flex items-baseline justify-between gap-4">
        <RowLink to={paths.wallet.href(address)} className="min-w-0 truncate">
          {walletName(wallet)}
        </RowLink>
        <TimeAgo datetime={wallet.createdAtDatetime} className="text-sm text-muted" />
      </div>
      <HexText value={address} what={t('wallet address')} copyable={false} />
    </li>
  )
}
