import { useSearchParams } from 'react-router'
import { ButtonLink } from '#web/console/components/button.tsx'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { isNarrowed, readFilter } from '#web/console/features/transactions/transaction-filter.ts'
import { TransactionsList } from '#web/console/features/transactions/transactions-list.tsx'
import { useOrganizationTransactions } from '#web/console/features/transactions/use-organization-transactions.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { TransactionsLayout } from '#web/console/app/transactions-layout.tsx'
import { useCallContext } from '#web/console/app/use-call-context.ts'

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
