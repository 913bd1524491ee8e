import type { ReactNode, ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { EXPORT_ENDPOINTS } from '#protocol/console/export-endpoints.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/card.tsx'
import { useServerFiles } from '#web/console/components/export-files.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { NoneFound, Page } from '#web/console/components/page.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { NothingReported } from '#web/console/features/transactions/nothing-reported.tsx'
import {
  listQuery,
  organizationTransactionsQuery,
  type TransactionFilter,
} from '#web/console/features/transactions/organization-transactions.tsx'
import { TransactionFilters } from '#web/console/features/transactions/transaction-filters.tsx'
import { TransactionsList } from '#web/console/features/transactions/transactions-table.tsx'
import { approverSentence } from '#web/console/features/wallets/wallet-owner.tsx'
import { walletApproverQuery } from '#web/console/features/wallets/wallet-requests.ts'
import { orgApi } from '#web/console/lib/api.ts'
import { FILTERS, isNarrowed, readSearch, type SearchOf } from '#web/console/lib/filters.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

export function TransactionsPage(): ReactElement {
  return (
    <Transactions
      label={t('Transactions, newest first')}
      href={paths.transactions.href}
      empty={(filter) => <NoTransactions isFiltered={isNarrowed(filter)} />}
    />
  )
}

export function PendingTransactionsPage(): ReactElement {
  return (
    <Transactions
      note={t(
        'Each waits for its end-user, or for an administrator whom a policy names, in the approval app. No one else and no API key can approve it.',
      )}
      label={t('Pending approvals, newest first')}
      status="PENDING_USER_APPROVAL"
      href={paths.pendingTransactions.href}
      empty={(filter) => <NothingWaits isFiltered={isNarrowed(filter, 'cursor')} />}
    />
  )
}

type TransactionsProps = {
  label: string
  /** Note below the tabs. In the page's head, notes of different heights would move the tabs. */
  note?: string
  /** The fixed status of this list. Undefined lets the user choose one. */
  status?: TransactionState
  href: (params: SearchOf<'transactions'>) => string
  empty: (filter: TransactionFilter) => ReactNode
}

/** A list of transactions with tabs, and with its filters in the URL. */
function Transactions({ note, label, status, href, empty }: TransactionsProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const filter = readSearch(FILTERS.transactions, search)
  if (status !== undefined) delete filter.status
  const { cursor, ...params } = filter
  const listed = { ...filter, ...(status && { status }) }
  const transactions = useLiveQuery(organizationTransactionsQuery(listed))
  const ownersKnown = transactions.data?.ownersKnown
  const query = listQuery(listed)
  const files = useServerFiles(EXPORT_ENDPOINTS.exportTransactions, query, () =>
    orgApi.call(APPROVAL_ENDPOINTS.listOrganizationTransactions, { query: { ...query, limit: '1' } }),
  )
  return (
    <Page title={t('Transactions')}>
      <Tabs
        label={t('Transactions')}
        tabs={[
          { to: paths.pendingTransactions.href(), label: t('Waiting for approval') },
          { to: paths.transactions.href(), label: t('All') },
        ]}
      />
      {note !== undefined && <p className="mb-4 text-sm text-muted max-sm:hidden">{note}</p>}
      {ownersKnown === false && (
        <Notice className="mb-4" tone="info" title={t('The hosted service reports less')}>
          {t(
            'It does not report a transaction’s end-user, notifications or webhook deliveries. Lists can be filtered by wallet and status only.',
          )}
        </Notice>
      )}
      <TransactionFilters
        filter={filter}
        hasStatus={status === undefined}
        ownersKnown={ownersKnown ?? true}
        href={href}
        onChange={(next) => void navigate(href(next), { replace: true })}
      />
      {status !== undefined && filter.wallet !== undefined && <ApproverNotice wallet={filter.wallet} />}
      <TransactionsList
        query={transactions}
        label={label}
        isWaiting={status !== undefined}
        files={ownersKnown !== false && files}
        isFiltered={isNarrowed(filter, 'cursor')}
        cursor={cursor}
        href={(to) => href({ ...params, cursor: to })}
        empty={ownersKnown === false && !isNarrowed(filter) ? <NothingReported /> : empty(filter)}
      />
    </Page>
  )
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <NoneFound title={t('No transaction found')} to={paths.transactions.href()} />
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

/**
 * Only policies hold transactions of a wallet without an approver. Without this notice, an empty queue would
 * look safe.
 */
function ApproverNotice({ wallet }: { wallet: string }) {
  const approver = useLiveQuery(secondary('protection', walletApproverQuery(wallet)))
  if (approver.data === undefined || approver.data.state === 'enrolled') return null
  return (
    <Notice className="mb-4" tone="warning" title={t('No end-user approves for this wallet')}>
      {approverSentence(approver.data.state)}
    </Notice>
  )
}

function NothingWaits({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <NoneFound
        title={t('This approval is no longer pending')}
        to={paths.pendingTransactions.href()}
        label={t('Show all pending approvals')}
      >
        {t(
          'It may have been approved or declined, or it may have expired. See the list of all transactions.',
        )}
      </NoneFound>
    )
  }
  return (
    <EmptyState icon="clock" title={t('No pending approvals')}>
      {t(
        'Signed transactions appear here while they wait for an end-user, or for an administrator whom a policy names. All others are sent immediately.',
      )}
    </EmptyState>
  )
}
