import type { ReactElement } from 'react'
import { EmptyState } from '#web/console/components/card.tsx'
import { t } from '#web/ui/text.ts'

/** An empty list of a hosted service, which may not list its transactions at all. */
export function NothingReported(): ReactElement {
  return (
    <EmptyState icon="transfer" title={t('No transactions to display')}>
      {t(
        'The hosted service may not list its transactions. Those that were held and executed through this console appear here. Look up all others at the service.',
      )}
    </EmptyState>
  )
}
