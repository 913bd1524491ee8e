import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import { useParams } from 'react-router'
import { sameAddress } from '#protocol/display/address.ts'
import { EXECUTE_ENDPOINTS } from '#protocol/execute-transaction.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { WalletBoundary } from '#web/console/app/wallet-boundary.tsx'
import { ButtonLink, TextLink } from '#web/console/components/button.tsx'
import { Skeleton } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Together } from '#web/console/components/together.tsx'
import { PoliciesOfWallet } from '#web/console/features/policies/policies-of-wallet.tsx'
import { DemoCoinsButton } from '#web/console/features/sandbox/demo-coins-button.tsx'
import { sandboxQuery } from '#web/console/features/sandbox/sandbox-requests.ts'
import { ActivityCard } from '#web/console/features/transactions/activity-card.tsx'
import { BalanceCard } from '#web/console/features/wallets/balance-card.tsx'
import { CollectiblesCard } from '#web/console/features/wallets/collectibles-card.tsx'
import { PasskeyCard } from '#web/console/features/wallets/passkey-card.tsx'
import { PermissionsCard } from '#web/console/features/wallets/permissions-card.tsx'
import { ProtectionStrip } from '#web/console/features/wallets/protection-strip.tsx'
import { ReceiveButton } from '#web/console/features/wallets/receive-dialog.tsx'
import { RecoveryCard } from '#web/console/features/wallets/recovery-card.tsx'
import { WalletDetailsCard } from '#web/console/features/wallets/wallet-details-card.tsx'
import { EndUser } from '#web/console/features/wallets/wallet-owner.tsx'
import { CoSignerCard } from '#web/console/features/wallets/wallet-protection.tsx'
import { awaitMint, walletApproverQuery } from '#web/console/features/wallets/wallet-requests.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { useCallContext } from '#web/console/lib/calls.ts'
import { walletName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { Rich } from '#web/ui/call/rich.tsx'
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
    {(wallet, address) => (
      <>
        <CoSignerCard address={address} />
        <RecoveryCard address={address} />
        <PasskeyCard address={address} />
        <WalletDetailsCard wallet={wallet} />
      </>
    )}
  </WalletTab>
)

/** One row of tiles next to the balance. */
const TILES_SHOWN = 4
const ACTIVITY_SHOWN = 8

/** Balance and activity. The protection is one line above them. */
function Overview({ wallet, address }: { wallet: Wallet; address: string }) {
  const faucet = useFaucet(address)
  const approver = useQuery(secondary('protection', walletApproverQuery(wallet.address)))
  return (
    <>
      <ProtectionStrip wallet={wallet} address={address}>
        {!approver.isPending && (
          <PoliciesOfWallet address={address} hasEnrolledUser={approver.data?.state === 'enrolled'} />
        )}
      </ProtectionStrip>
      {/* A wallet without NFTs has its balance in the full width. */}
      <div className="grid content-start gap-6 lg:content-stretch lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:[&>*:only-child]:col-span-full">
        <BalanceCard address={address} faucet={faucet} />
        <CollectiblesCard address={address} max={TILES_SHOWN} />
      </div>
      <ActivityCard
        address={address}
        max={ACTIVITY_SHOWN}
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
            purpose={
              <>
                <HexText value={address} what={t('wallet address')} names="book" />
                <span className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
                  <EndUser wallet={wallet} />
                  <span aria-hidden="true">·</span>
                  <span>
                    <Rich
                      text="Created {when}"
                      parts={{ when: <TimeAgo datetime={wallet.createdAtDatetime} /> }}
                    />
                  </span>
                </span>
              </>
            }
            back={{ to: paths.wallets.href(), label: t('Wallets') }}
            actions={
              <>
                <ReceiveButton address={address} />
                <ButtonLink
                  access={EXECUTE_ENDPOINTS.executeTransaction}
                  silent
                  tone="primary"
                  icon="send"
                  to={paths.send.href(address)}
                >
                  {t('Send')}
                </ButtonLink>
              </>
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
            <Together key={address}>{children(wallet, address)}</Together>
          </Page>
        )
      }}
    </WalletBoundary>
  )
}

/** The faucet’s buttons. Undefined outside the sandbox. */
function useFaucet(address: string): ReactNode {
  const session = useSession()
  const queryClient = useQueryClient()
  const { tokens, isLoading } = useCallContext()
  const sandbox = useQuery({ ...secondary('sandbox', sandboxQuery()), enabled: session.sandbox })
  if (session.sandbox && (sandbox.isPending || isLoading)) return <Skeleton className="h-8 w-40" />
  const coin = tokens.find((token) => sameAddress(token.address, sandbox.data?.tokens.erc20 ?? ''))
  return (
    coin && <DemoCoinsButton walletAddress={address} token={coin} onMinted={() => awaitMint(queryClient)} />
  )
}
