import { useQuery } from '@tanstack/react-query'
import type { ResolvedToken } from '#protocol/baas/tokens.ts'
import { Card } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Skeleton } from '#web/console/components/skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { FeeForm } from './fee-form.tsx'
import { feesQuery } from './get-fees.query.ts'

/** `coins` are those a fee can be taken in; `null` while they are not known. */
export function FeeCard({ coins }: { coins: readonly ResolvedToken[] | null }) {
  const fees = useQuery(feesQuery())
  const skeleton = (
    <div role="status" aria-busy="true" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{t('Loading the fee settings')}</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-10 w-2/3" />
    </div>
  )
  return (
    <Card
      title={t('Transaction fee')}
      note={t(
        'Charged to the wallet in a token of your choice, for each transaction. The network’s gas is always paid by the relayer.',
      )}
      flush
    >
      <Loaded query={fees} skeleton={skeleton}>
        {(fee) => (coins === null ? skeleton : <FeeForm fee={fee} coins={coins} />)}
      </Loaded>
    </Card>
  )
}
