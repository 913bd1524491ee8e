import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressSchema } from '#shared/baas/fields.ts'
import type { Wallet } from '#shared/baas/wallets.ts'
import { ButtonLink } from '#console/components/button.tsx'
import { Card } from '#console/components/card.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { Loaded } from '#console/components/loaded.tsx'
import { Page } from '#console/components/page.tsx'
import { walletQuery } from '#console/features/wallets/get-wallet.query.ts'
import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'
import { PageSkeleton } from './shell-skeleton.tsx'

type WalletBoundaryProps = { address: string; children: (wallet: Wallet) => ReactNode }

/** Everything inside has a wallet of the organization. Not ours and not there read alike. */
export function WalletBoundary({ address, children }: WalletBoundaryProps) {
  const isAddress = addressSchema.safeParse(address).success
  const wallet = useQuery({ ...walletQuery(address), enabled: isAddress })
  if (!isAddress) return <NoSuchWallet />
  return (
    <Loaded query={wallet} skeleton={<PageSkeleton />}>
      {(found) => (found === null ? <NoSuchWallet /> : children(found))}
    </Loaded>
  )
}

function NoSuchWallet() {
  return (
    <Page
      title={t('Wallet not found')}
      purpose={t('The organization has no wallet with this address.')}
      back={{ to: paths.wallets.href(), label: t('Wallets') }}
    >
      <Card flush>
        <EmptyState
          icon="wallet"
          title={t('No such wallet')}
          action={<ButtonLink to={paths.wallets.href()}>{t('All wallets')}</ButtonLink>}
        >
          {t('Check the address character by character against the one you were given.')}
        </EmptyState>
      </Card>
    </Page>
  )
}
