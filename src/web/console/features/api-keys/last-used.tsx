import type { ApiKey } from '#protocol/org/api-keys.ts'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'

/** When a key was used last, and from where. */
export function LastUsed({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.lastUsedAtDatetime === null) return t('never')
  return (
    <>
      <TimeAgo datetime={apiKey.lastUsedAtDatetime} />
      {typeof apiKey.lastUsedIp === 'string' && (
        <span className="block font-mono text-xs break-all text-muted">{apiKey.lastUsedIp}</span>
      )}
    </>
  )
}
