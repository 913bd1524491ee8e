import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { APPROVAL_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { statusLooks } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import { approverWords } from './approver-words.ts'
import type { ShownTransaction } from './organization-transactions.tsx'

/** Cancels a pending transaction. If it is decided in the meantime, the dialog stays open and says so. */
export function CancelButton({ transaction }: { transaction: ShownTransaction }): ReactElement {
  return (
    <DialogButton
      hidden={transaction.status !== 'PENDING_USER_APPROVAL'}
      access={APPROVAL_ENDPOINTS.cancelTransaction}
      silent
      icon="close"
      dialog={(close) => <CancelDialog transaction={transaction} onClose={close} />}
    >
      {t('Cancel transaction')}
    </DialogButton>
  )
}

type CancelDialogProps = { transaction: ShownTransaction; onClose: () => void }

function CancelDialog({ transaction, onClose }: CancelDialogProps) {
  const { transactionUuid, status } = transaction
  const queryClient = useQueryClient()
  const isWaiting = status === 'PENDING_USER_APPROVAL'
  const cancel = useMutation({
    mutationFn: () => orgApi.call(APPROVAL_ENDPOINTS.cancelTransaction, { params: { transactionUuid } }),
    onSuccess: onClose,
    // Also refetches after a refusal, because the current transaction shows what happened.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['transactions'] }),
  })
  return (
    <AskDialog
      title={t('Cancel this transaction?')}
      action={t('Cancel transaction')}
      leave={t('Keep transaction')}
      tone="danger"
      run={{ ...cancel, mutate: () => cancel.mutate(), error: isWaiting ? cancel.error : null }}
      refusing={!isWaiting}
      onClose={onClose}
    >
      {isWaiting ? (
        <p className="text-muted">{approverWords(transaction).cancel}</p>
      ) : (
        <Notice tone="warning" title={t('It is no longer pending')} announce>
          {t('It was decided in the meantime and cannot be cancelled. Its status is now: {status}.', {
            status: statusLooks()[status].label,
          })}
        </Notice>
      )}
    </AskDialog>
  )
}
