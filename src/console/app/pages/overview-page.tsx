import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#console/components/button.tsx'
import { Page } from '#console/components/page.tsx'
import { ActivityCard } from '#console/features/activity/activity-card.tsx'
import { transactionsQuery } from '#console/features/activity/list-transactions.query.ts'
import { apiKeysQuery } from '#console/features/api-keys/list-api-keys.query.ts'
import { integrationsQuery } from '#console/features/integrations/list-integrations.query.ts'
import { NewestWalletsCard } from '#console/features/overview/newest-wallets-card.tsx'
import { NextSteps, type Step } from '#console/features/overview/next-steps.tsx'
import { NetworkCard } from '#console/features/settings/network-card.tsx'
import { WaitingCard } from '#console/features/transactions/waiting-card.tsx'
import { walletsQuery } from '#console/features/wallets/list-wallets.query.ts'
import { paths } from '#console/lib/paths.ts'
import { useCallContext } from '#console/app/use-call-context.ts'
import { useSession } from '#console/app/use-session.ts'

const NEWEST = { limit: '5' }
const LATEST = { limit: '8' }

export function OverviewPage() {
  const session = useSession()
  const wallets = useQuery(walletsQuery(NEWEST))
  const calls = useCallContext()
  const steps = useNextSteps()
  return (
    <Page
      title="Overview"
      purpose={`What is happening in ${session.organization.name}.`}
      actions={
        <ButtonLink tone="primary" icon="plus" to={paths.newWallet.href()}>
          New wallet
        </ButtonLink>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {steps !== null && <NextSteps steps={steps} />}
          <ActivityCard
            title="Latest transactions"
            filter={LATEST}
            chainId={calls.chainId ?? 0}
            tokens={calls.tokens}
            emptyText="What your wallets send appears here, with its state from the signature to the block."
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <WaitingCard chainId={calls.chainId ?? 0} tokens={calls.tokens} />
          <NewestWalletsCard wallets={wallets} />
          <NetworkCard apiUrl={session.hostedUpstream ? null : `${window.location.origin}/v1/baas`} />
        </div>
      </div>
    </Page>
  )
}

/** `null` until everything is known: a list of steps that shrinks while one looks is worse than none. */
function useNextSteps(): Step[] | null {
  const wallets = useQuery(walletsQuery(NEWEST))
  const transactions = useQuery(transactionsQuery(LATEST))
  const keys = useQuery(apiKeysQuery())
  const integrations = useQuery(integrationsQuery())
  const isPending = [wallets, transactions, keys, integrations].some((query) => query.isPending)
  if (isPending) return null
  const newest = wallets.data?.content[0]
  const steps: Step[] = [
    {
      title: 'Create a wallet',
      note: 'A passkey on your device controls it. You need an email address you can read.',
      to: paths.newWallet.href(),
      done: newest !== undefined,
    },
    {
      title: 'Receive and send coins',
      note: 'Open the wallet, get coins, and send some with your passkey.',
      to: newest === undefined ? paths.wallets.href() : paths.wallet.href(newest.address),
      done: (transactions.data?.content.length ?? 0) > 0,
    },
    {
      title: 'Connect your product',
      note: 'An integration shows the wallet widget on your own pages.',
      to: paths.newIntegration.href(),
      done: (integrations.data?.length ?? 0) > 0,
    },
  ]
  if (keys.data !== undefined) {
    steps.push({
      title: 'Issue an API key',
      note: 'For your backend, with only the scopes it needs.',
      to: paths.newApiKey.href(),
      done: keys.data.length > 0,
    })
  }
  return steps
}
