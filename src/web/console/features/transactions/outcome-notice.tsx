import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './transaction-record.ts'
import { outcomeOf } from './transaction-words.ts'

/** Why a transaction came to nothing, and what to do next. Nothing for every other. */
export function OutcomeNotice({ transaction }: { transaction: ShownTransaction }) {
  const outcome = outcomeOf(transaction)
  if (outcome === null) return null
  return (
    <Notice tone={outcome.tone} title={outcome.title} announce>
      <p>{outcome.what}</p>
      <p className="mt-1">
        <span className="font-medium">{t('What to do:')}</span> {outcome.next}
      </p>
    </Notice>
  )
}
