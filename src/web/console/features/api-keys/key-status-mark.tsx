import type { ApiKey } from '#protocol/org/api-keys.ts'
import { Badge, type BadgeTone } from '#web/console/components/badge.tsx'
import { useNow } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { isExposed, keyStatus } from './key-status.ts'

/** Whether a key holds, and what is wrong with it. */
export function KeyStatusMark({ apiKey }: { apiKey: ApiKey }) {
  const nowMs = useNow()
  const { tone, label } = lookOf(apiKey, nowMs)
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

function lookOf(apiKey: ApiKey, nowMs: number): { tone: BadgeTone; label: string } {
  const status = keyStatus(apiKey, nowMs)
  if (status === 'revoked') return { tone: 'neutral', label: t('Revoked') }
  if (status === 'expired') return { tone: 'neutral', label: t('Expired') }
  if (isExposed(apiKey, nowMs)) return { tone: 'danger', label: t('Exposed') }
  if (typeof apiKey.replacedByKeyId === 'string') return { tone: 'warning', label: t('Rotating') }
  return { tone: 'success', label: t('Active') }
}
