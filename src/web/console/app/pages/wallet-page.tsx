import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { sameAddress } from '#protocol/display/address.ts'
import { isFinal } from '#protocol/transaction-states.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/values.tsx'
import { Page, Pager } from '#web/console/components/page.tsx'
import { ActivityCard, PendingCard } from '#web/console/features/activity/activity-card.tsx'
import {
  transactionsQuery,
  type TransactionsFilter,
} from '#web/console/features/activity/activity-requests.ts'
import { MovementsCard } from '#web/console/features/activity/movements-card.tsx'
import { DemoCoinsButton } from '#web/console/features/sandbox/demo-coins-button.tsx'
import { awaitMint } from '#web/console/features/wallets/wallet-requests.ts'
import { BalanceCard, CollectiblesCard } from '#web/console/features/wallets/holdings-cards.tsx'
import {
  PasskeyCard,
  RecoveryCard,
  WalletDetailsCard,
} from '#web/console/features/wallets/wallet-details-card.tsx'
import { PermissionsCard } from '#web/console/features/wallets/permissions-card.tsx'
import { ReceiveCard } from '#web/console/features/wallets/receive-card.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { walletName } from '#web/console/lib/display-names.ts'
import { useCallContext } from '#web/console/lib/use-call-context.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { WalletBoundary } from '#web/console/app/wallet-boundary.tsx'
import { sandboxQuery } from '#web/console/features/sandbox/sandbox-requests.ts'

const PAGE_LIMIT = '20'

export function WalletPage() {
  const { address = '' } = useParams()
  return <WalletBoundary address={address}>{(wallet) => <WalletView wallet={wallet} />}</WalletBoundary>
}

function WalletView({ wallet }: { wallet: Wallet }) {
  const [search] = useSearchParams()
  const cursor = search.get('cursor')
  const address = checksum(wallet.address)
  const filter = { wallet: address, limit: PAGE_LIMIT, ...(cursor !== null && { cursor }) }
  useFreshBalances(address, filter)
  const demoCoins = useDemoCoins(address)
  return (
    <Page
      title={walletName(wallet)}
      purpose={<HexText value={address} what={t('wallet address')} />}
      back={{ to: paths.wallets.href(), label: t('Wallets') }}
      actions={
        <ButtonLink
          route="POST /api/baas/transactions/execute"
          silent
          tone="primary"
          icon="send"
          to={paths.send.href(address)}
        >
          {t('Send')}
        </ButtonLink>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PendingCard address={address} />
          <BalanceCard address={address} emptyAction={demoCoins('primary')} />
          <CollectiblesCard address={address} />
          <ActivityCard
            title={t('Activity')}
            filter={filter}
            emptyText={t('Transactions of this wallet appear here, from signature to confirmation.')}
            pager={(nextCursor) => (
              <Pager
                newest={cursor === null ? null : paths.wallet.href(address)}
                older={nextCursor === null ? null : paths.wallet.href(address, { cursor: nextCursor })}
              />
            )}
          />
          <MovementsCard address={address} />
          <PermissionsCard address={address} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ReceiveCard address={address} action={demoCoins('secondary')} />
          <WalletDetailsCard wallet={wallet} />
          <RecoveryCard address={address} />
          <PasskeyCard address={address} />
        </div>
      </div>
    </Page>
  )
}

/** A final transaction has moved coins. */
function useFreshBalances(address: string, filter: TransactionsFilter): void {
  const queryClient = useQueryClient()
  const transactions = useQuery(transactionsQuery(filter))
  const finalCount = transactions.data?.content.filter(({ status }) => isFinal(status)).length
  useEffect(() => {
    if (finalCount === undefined) return
    void queryClient.invalidateQueries({ queryKey: ['balances'] })
  }, [queryClient, address, finalCount])
}

/** The faucet’s button; only in the sandbox. */
function useDemoCoins(address: string) {
  const session = useSession()
  const queryClient = useQueryClient()
  const { tokens } = useCallContext()
  const sandbox = useQuery({ ...sandboxQuery(), enabled: session.sandbox })
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
