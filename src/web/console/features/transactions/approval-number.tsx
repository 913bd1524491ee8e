import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Requester } from '#protocol/requester.ts'
import { TRANSACTION_ENDPOINTS } from '#protocol/transactions.ts'
import { baasApi } from '#web/console/lib/api.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

type ApprovalNumberProps = {
  transactionUuid: string
  requester: Requester | undefined
  /** The people who may still approve, as text. */
  approvers: string
}

/**
 * The number that the approvers pick. Only the person who requested the transaction sees it here: an approver who
 * reads it on this page would confirm nothing by picking it.
 */
export function ApprovalNumber({
  transactionUuid,
  requester,
  approvers,
}: ApprovalNumberProps): ReactElement | null {
  const { admin } = useSession()
  const named = requester?.namedByKey
  const isRequester = named?.kind === 'administrator' && named.id === admin.id
  const input = { params: { transactionUuid } }
  const record = useQuery({
    ...secondary(
      'waiting',
      baasApi.query(['transactions', 'number', transactionUuid], TRANSACTION_ENDPOINTS.getTransaction, input),
    ),
    enabled: isRequester,
  })
  const number = record.data?.approval?.number
  if (!isRequester || number === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p
        className="text-2xl font-strong tabular-nums"
        aria-label={t('Number: {number}', { number: String(number) })}
      >
        {number}
      </p>
      <p className="min-w-0 flex-1 basis-60">
        {t('Give {approvers} this number to approve. This service sends nothing until then.', { approvers })}
      </p>
    </div>
  )
}
