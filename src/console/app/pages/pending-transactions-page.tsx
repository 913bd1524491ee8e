import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#console/components/button.tsx'
import { EmptyState } from '#console/components/empty-state.tsx'
import { Notice } from '#console/components/notice.tsx'
import { isNarrowed, readFilter } from '#console/features/transactions/transaction-filter.ts'
import { TransactionsList } from '#console/features/transactions/transactions-list.tsx'
import { useOrganizationTransactions } from '#console/features/transactions/use-organization-transactions.ts'
import { approverSentence } from '#console/features/wallets/approver-words.ts'
import { walletApproverQuery } from '#console/features/wallets/get-wallet-approver.query.ts'
import { paths } from '#console/lib/paths.ts'
import { t } from '#console/lib/text.ts'
import { TransactionsLayout } from '#console/app/transactions-layout.tsx'
import { useCallContext } from '#console/app/use-call-context.ts'

export function PendingTransactionsPage() {
  const [search] = useSearchParams()
  const { status: _, ...filter } = readFilter(search)
  const { cursor, ...place } = filter
  const waiting = useOrganizationTransactions({ ...filter, status: 'PENDING_USER_APPROVAL' })
  const calls = useCallContext()
  return (
    <TransactionsLayout
      purpose={t(
        'What waits for end-users in their approval apps. Nobody in the organization can approve for them.',
      )}
      hasStatus={false}
      ownersKnown={waiting.data?.ownersKnown}
    >
      {filter.wallet !== undefined && <ApproverNotice wallet={filter.wallet} />}
      <TransactionsList
        query={waiting}
        label={t('Transactions that wait for approval, newest first')}
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
      <Notice tone="warning" title={t('Nothing of this wallet is held')}>
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
        title={t('Nothing of this waits')}
        action={<ButtonLink to={paths.pendingTransactions.href()}>{t('Show all that waits')}</ButtonLink>}
      >
        {t('It may have been approved, declined or expired meanwhile: see the list of all transactions.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="clock" title={t('Nothing waits')}>
      {t(
        'What an end-user signs appears here until they approve it in their approval app. Transactions of wallets whose end-user has not enrolled there are sent at once and never wait.',
      )}
    </EmptyState>
  )
}
