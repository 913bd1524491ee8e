import { useMutation, useQueryClient } from '@tanstack/react-query'
import { APPROVAL_ENDPOINTS } from '#protocol/organization-transactions.ts'
import { statusLooks } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { AskDialog } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { callEndpoint } from '#web/console/lib/api.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.ts'

/** Withdraws a pending transaction. The dialog stays when it is decided meanwhile, and says so. */
export function WithdrawButton({ transaction }: { transaction: ShownTransaction }) {
  return (
    <DialogButton
      hidden={transaction.status !== 'PENDING_USER_APPROVAL'}
      route="POST /api/org/transactions/:transactionUuid/cancel"
      silent
      icon="close"
      dialog={(close) => <WithdrawDialog transaction={transaction} onClose={close} />}
    >
      {t('Withdraw')}
    </DialogButton>
  )
}

type WithdrawDialogProps = { transaction: ShownTransaction; onClose: () => void }

function WithdrawDialog({ transaction: { transactionUuid, status }, onClose }: WithdrawDialogProps) {
  const queryClient = useQueryClient()
  const isWaiting = status === 'PENDING_USER_APPROVAL'
  const withdraw = useMutation({
    mutationFn: () =>
      callEndpoint('/api/org', APPROVAL_ENDPOINTS.cancelTransaction, { params: { transactionUuid } }),
    onSuccess: onClose,
    // Also after a refusal: the transaction as it is now says what happened.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['transactions'] }),
  })
  return (
    <AskDialog
      title={t('Withdraw this transaction?')}
      action={t('Withdraw')}
      tone="danger"
      run={{ ...withdraw, mutate: () => withdraw.mutate(), error: isWaiting ? withdraw.error : null }}
      refusing={!isWaiting}
      onClose={onClose}
    >
      {isWaiting ? (
        <p className="text-muted">
          {t(
            'The end-user can no longer approve it, and this service does not send it. To pay after all, it has to be signed again.',
          )}
        </p>
      ) : (
        <Notice tone="warning" title={t('It does not wait any more')} announce>
          {t('It was decided in the meantime and cannot be withdrawn. Its status is now: {status}.', {
            status: statusLooks()[status].label,
          })}
        </Notice>
      )}
    </AskDialog>
  )
}
