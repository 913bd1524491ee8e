import { Button } from '#web/console/components/button.tsx'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { sendTestEvent } from './webhook-requests.ts'

/** Sends a sample to one endpoint; the log shows the result. */
export function useTestEvent(webhookId: string) {
  return useChange(() => sendTestEvent(webhookId), ['webhooks', webhookId])
}

export function SendTestButton({ send }: { send: ReturnType<typeof useTestEvent> }) {
  return (
    <Button tone="primary" icon="send" pending={send.isPending} onClick={() => send.mutate()}>
      {t('Send test event')}
    </Button>
  )
}
