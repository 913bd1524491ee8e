import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { useParams } from 'react-router'
import { sameAddress } from '#protocol/display/address.ts'
import { EXECUTE_ENDPOINTS } from '#protocol/execute-transaction.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { WalletBoundary } from '#web/console/app/wallet-boundary.tsx'
import { ButtonLink, TextLink } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { PoliciesOfWallet } from '#web/console/features/policies/policies-of-wallet.tsx'
import { DemoCoinsButton } from '#web/console/features/sandbox/demo-coins-button.tsx'
import { sandboxQuery } from '#web/console/features/sandbox/sandbox-requests.ts'
import { ActivityCard } from '#web/console/features/transactions/activity-card.tsx'
import { BalanceCard } from '#web/console/features/wallets/balance-card.tsx'
import { CollectiblesCard } from '#web/console/features/wallets/collectibles-card.tsx'
import { PasskeyCard } from '#web/console/features/wallets/passkey-card.tsx'
import { PermissionsCard, ProtectionCard } from '#web/console/features/wallets/protection-card.tsx'
import { ReceiveCard } from '#web/console/features/wallets/receive-card.tsx'
import { RecoveryCard } from '#web/console/features/wallets/recovery-card.tsx'
import { WalletDetailsCard } from '#web/console/features/wallets/wallet-details-card.tsx'
import { CoSignerCard } from '#web/console/features/wallets/wallet-protection.tsx'
import { awaitMint, walletApproverQuery } from '#web/console/features/wallets/wallet-requests.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { useCallContext } from '#web/console/lib/calls.ts'
import { walletName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

export const WalletPage = (): ReactElement => (
  <WalletTab>{(wallet, address) => <Overview wallet={wallet} address={address} />}</WalletTab>
)

export const WalletAssetsPage = (): ReactElement => (
  <WalletTab>
    {(_, address) => (
      <>
        <BalanceCard address={address} />
        <CollectiblesCard address={address} />
      </>
    )}
  </WalletTab>
)

export const WalletActivityPage = (): ReactElement => (
  <WalletTab>{(_, address) => <ActivityCard address={address} />}</WalletTab>
)

export const WalletApprovalsPage = (): ReactElement => (
  <WalletTab>{(_, address) => <PermissionsCard address={address} />}</WalletTab>
)

export const WalletSecurityPage = (): ReactElement => (
  <WalletTab>
    {(_, address) => (
      <>
        <CoSignerCard address={address} />
        <RecoveryCard address={address} />
        <PasskeyCard address={address} />
      </>
    )}
  </WalletTab>
)

function Overview({ wallet, address }: { wallet: Wallet; address: string }) {
  const demoCoins = useDemoCoins(address)
  const approver = useQuery(secondary('protection', walletApproverQuery(wallet.address)))
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ProtectionCard wallet={wallet} address={address}>
            {!approver.isPending && (
              <PoliciesOfWallet address={address} hasEnrolledUser={approver.data?.state === 'enrolled'} />
            )}
          </ProtectionCard>
          <BalanceCard address={address} emptyAction={demoCoins('primary')} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ReceiveCard address={address} action={demoCoins('secondary')} />
          <WalletDetailsCard wallet={wallet} />
        </div>
      </div>
      <ActivityCard
        address={address}
        max={5}
        actions={<TextLink to={paths.walletActivity.href(address)}>{t('Show all')}</TextLink>}
      />
    </>
  )
}

function WalletTab({ children }: { children: (wallet: Wallet, address: string) => ReactNode }) {
  const { address: given = '' } = useParams()
  return (
    <WalletBoundary address={given}>
      {(wallet) => {
        const address = checksum(wallet.address)
        return (
          <Page
            title={walletName(wallet)}
            purpose={<HexText value={address} what={t('wallet address')} names="book" />}
            back={{ to: paths.wallets.href(), label: t('Wallets') }}
            actions={
              <ButtonLink
                access={EXECUTE_ENDPOINTS.executeTransaction}
                silent
                tone="primary"
                icon="send"
                to={paths.send.href(address)}
              >
                {t('Send')}
              </ButtonLink>
            }
          >
            <Tabs
              label={t('Wallet')}
              tabs={[
                { to: paths.wallet.href(address), label: t('Overview') },
                { to: paths.walletAssets.href(address), label: t('Assets') },
                { to: paths.walletActivity.href(address), label: t('Activity') },
                { to: paths.walletApprovals.href(address), label: t('Approvals') },
                { to: paths.walletSecurity.href(address), label: t('Security') },
              ]}
            />
            <div className="flex flex-col gap-6">{children(wallet, address)}</div>
          </Page>
        )
      }}
    </WalletBoundary>
  )
}

/** The faucet’s button. Only in the sandbox. */
function useDemoCoins(address: string) {
  const session = useSession()
  const queryClient = useQueryClient()
  const { tokens } = useCallContext()
  const sandbox = useQuery({ ...secondary('sandbox', sandboxQuery()), enabled: session.sandbox })
  const coin = tokens.find((token) => sameAddress(token.address, sandbox.data?.tokens.erc20 ?? ''))
  return (tone: 'primary' | 'secondary') =>
    coin && (
      <DemoCoinsButton
        walletAddress={address}
        token={coin}
        tone={tone}
        onMinted={() => awaitMint(queryClient)}
      />
    )
}
