import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCallContext } from '#web/console/app/use-call-context.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/card.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { useOrganizationTransactions } from '#web/console/features/transactions/organization-transactions.ts'
import { isNarrowed, readFilter } from '#web/console/features/transactions/transaction-filter.ts'
import { TransactionFilters } from '#web/console/features/transactions/transaction-filters.tsx'
import { TransactionsList } from '#web/console/features/transactions/transactions-table.tsx'
import { approverSentence } from '#web/console/features/wallets/wallet-owner.tsx'
import { walletApproverQuery } from '#web/console/features/wallets/wallet-requests.ts'
import { paths, type TransactionsSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function TransactionsPage() {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const { cursor, ...place } = filter
  const transactions = useOrganizationTransactions(filter)
  const calls = useCallContext()
  return (
    <TransactionsLayout
      purpose={t('All transactions of the organization’s wallets.')}
      hasStatus
      ownersKnown={transactions.data?.ownersKnown}
    >
      <TransactionsList
        query={transactions}
        label={t('Transactions, newest first')}
        chainId={calls.chainId ?? 0}
        tokens={calls.tokens}
        newest={cursor === undefined ? null : paths.transactions.href(place)}
        olderThan={(next) => paths.transactions.href({ ...place, cursor: next })}
        empty={
          <NoTransactions
            isFiltered={isNarrowed(filter) || filter.status !== undefined || cursor !== undefined}
          />
        }
      />
    </TransactionsLayout>
  )
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title={t('No transaction found')}
        action={<ButtonLink to={paths.transactions.href()}>{t('Show all')}</ButtonLink>}
      >
        {t('No results for these filters. Remove one, or choose a longer period.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="transfer"
      title={t('No transactions yet')}
      action={<ButtonLink to={paths.wallets.href()}>{t('Go to the wallets')}</ButtonLink>}
    >
      {t('Transactions of your wallets appear here, from signature to confirmation.')}
    </EmptyState>
  )
}

type TransactionsLayoutProps = {
  purpose: string
  hasStatus: boolean
  /** `undefined` until a list was answered. */
  ownersKnown: boolean | undefined
  children: ReactNode
}

/** What the list of all transactions and the queue have in common: tabs, and filters in the address. */
export function TransactionsLayout({ purpose, hasStatus, ownersKnown, children }: TransactionsLayoutProps) {
  const [search, setSearch] = useSearchParams()
  const calls = useCallContext()
  const change = (place: TransactionsSearchParams) => setSearch(withoutEmpty(place), { replace: true })
  return (
    <Page title={t('Transactions')} purpose={purpose}>
      <Tabs
        label={t('Transactions')}
        tabs={[
          { to: paths.pendingTransactions.href(), label: t('Waiting for approval') },
          { to: paths.transactions.href(), label: t('All') },
        ]}
      />
      {ownersKnown === false && (
        <div className="mb-4">
          <Notice tone="info" title={t('The hosted service reports less')}>
            {t(
              'It does not report a transaction’s end-user, notifications or webhook deliveries. Lists can be filtered by wallet and status only.',
            )}
          </Notice>
        </div>
      )}
      <TransactionFilters
        filter={readFilter(search)}
        hasStatus={hasStatus}
        tokens={calls.tokens}
        ownersKnown={ownersKnown ?? true}
        onChange={change}
      />
      {children}
    </Page>
  )
}

function withoutEmpty(place: TransactionsSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(place).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}

export function PendingTransactionsPage() {
  const [search] = useSearchParams()
  const { status: _, ...filter } = readFilter(search)
  const { cursor, ...place } = filter
  const waiting = useOrganizationTransactions({ ...filter, status: 'PENDING_USER_APPROVAL' })
  const calls = useCallContext()
  return (
    <TransactionsLayout
      purpose={t(
        'Transactions waiting for end-users in their approval apps. No one in the organization can approve for them.',
      )}
      hasStatus={false}
      ownersKnown={waiting.data?.ownersKnown}
    >
      {filter.wallet !== undefined && <ApproverNotice wallet={filter.wallet} />}
      <TransactionsList
        query={waiting}
        label={t('Pending approvals, newest first')}
        chainId={calls.chainId ?? 0}
        tokens={calls.tokens}
        newest={cursor === undefined ? null : paths.pendingTransactions.href(place)}
        olderThan={(next) => paths.pendingTransactions.href({ ...place, cursor: next })}
        empty={<NothingWaits isFiltered={isNarrowed(filter)} />}
      />
    </TransactionsLayout>
  )
}

/** Of a wallet without an approver nothing is ever held: an empty queue would look like safety. */
function ApproverNotice({ wallet }: { wallet: string }) {
  const approver = useQuery(walletApproverQuery(wallet))
  if (approver.data === undefined || approver.data.state === 'enrolled') return null
  return (
    <div className="mb-4">
      <Notice tone="warning" title={t('No pending approvals for this wallet')}>
        {approverSentence(approver.data.state)}
      </Notice>
    </div>
  )
}

function NothingWaits({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title={t('No pending approval here')}
        action={
          <ButtonLink to={paths.pendingTransactions.href()}>{t('Show all pending approvals')}</ButtonLink>
        }
      >
        {t(
          'It may have been approved, declined or expired in the meantime: see the list of all transactions.',
        )}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="clock" title={t('No pending approvals')}>
      {t(
        'Transactions that end-users have signed appear here until they approve them in their approval app. Wallets whose end-user has not enrolled send immediately.',
      )}
    </EmptyState>
  )
}
