import { Notice } from '#web/console/components/notice.tsx'
import { t } from '#web/ui/text.ts'

/** Replaces the page of the API keys for a hosted service without key settings. */
export function KeysAtService() {
  return (
    <Notice tone="info" title={t('This service does not let its keys be managed from here')}>
      {t('Issue and revoke keys at the service. The key that this console uses is set by UPSTREAM_API_KEY.')}
    </Notice>
  )
}
