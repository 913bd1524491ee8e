import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { isNarrowed, readFilter } from '#web/console/features/transactions/transaction-filter.ts'
import { TransactionsList } from '#web/console/features/transactions/transactions-list.tsx'
import { useOrganizationTransactions } from '#web/console/features/transactions/use-organization-transactions.ts'
import { approverSentence } from '#web/console/features/wallets/approver-words.ts'
import { walletApproverQuery } from '#web/console/features/wallets/get-wallet-approver.query.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { TransactionsLayout } from '#web/console/app/transactions-layout.tsx'
import { useCallContext } from '#web/console/app/use-call-context.ts'

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
