import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { Tabs } from '#web/console/components/tabs.tsx'
import { readFilter } from '#web/console/features/transactions/transaction-filter.ts'
import { TransactionFilters } from '#web/console/features/transactions/transaction-filters.tsx'
import { paths, type TransactionsSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useCallContext } from './use-call-context.ts'

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
