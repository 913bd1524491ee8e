import { useQuery } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { addressSchema } from '#protocol/fields.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { Loaded } from '#web/console/components/loaded.tsx'
import { MissingPage, PageSkeleton } from '#web/console/components/page.tsx'
import { walletQuery } from '#web/console/lib/known-addresses.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

type WalletBoundaryProps = { address: string; children: (wallet: Wallet) => ReactNode }

/**
 * Renders its children for a wallet of the organization. A wallet of another organization looks like a
 * missing one.
 */
export function WalletBoundary({ address, children }: WalletBoundaryProps): ReactElement {
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
    <MissingPage
      title={t('Wallet not found')}
      back={t('Wallets')}
      icon="wallet"
      missing={t('The organization has no wallet with this address.')}
      hint={t('Check the address character by character against the one you were given.')}
      to={paths.wallets.href()}
      label={t('All wallets')}
    />
  )
}
