import type { ResendDeliveriesRequest } from '#protocol/events.ts'
import { AskDialog, DoneDialog } from '#web/console/components/dialog.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { resendDeliveries } from './webhook-requests.ts'

type ResendDialogProps = { webhookId: string; filter: ResendDeliveriesRequest; onClose: () => void }

/** Sends what a list of deliveries shows again, except what was delivered. */
export function ResendDialog({ webhookId, filter, onClose }: ResendDialogProps) {
  const resend = useChange(() => resendDeliveries(webhookId, filter), ['webhooks', webhookId])
  const title = t('Resend all undelivered')
  if (resend.data === undefined)
    return (
      <AskDialog
        title={title}
        purpose={t(
          'Every failed, cancelled or retrying delivery that matches the filters is sent again now. They keep their event ids.',
        )}
        action={t('Resend')}
        run={resend}
        onClose={onClose}
      />
    )
  const { resent, complete } = resend.data
  return (
    <DoneDialog title={title} onClose={onClose}>
      <Notice tone={resent === 0 ? 'info' : 'success'} announce>
        {t(
          '{count, plural, =0 {Nothing is left to resend.} one {# delivery is sent again.} other {# deliveries are sent again.}}',
          { count: resent },
        )}
        {!complete && <p>{t('There are more: resend again once these have been sent.')}</p>}
      </Notice>
    </DoneDialog>
  )
}
