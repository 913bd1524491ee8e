import { useEffect, useState } from 'react'
import { useLiveState } from '#web/console/lib/live-events.ts'
import type { LiveState } from '#web/console/lib/live-connection.ts'
import { t } from '#web/ui/text.ts'

const looks = (): Record<LiveState, { label: string; title: string; dot: string }> => ({
  live: { label: t('Live'), title: t('This page updates by itself.'), dot: 'bg-success-solid' },
  reconnecting: {
    label: t('Reconnecting'),
    title: t('The connection was lost. Until it is back, what you see may be a few seconds old.'),
    dot: 'bg-warning-solid',
  },
  off: {
    label: t('Not live'),
    title: t('The connected service has no live events: pages are refreshed every 15 seconds.'),
    dot: 'bg-faint',
  },
})

/** A connection restored within this time does not count as lost. */
const SETTLE_MS = 1_500

/** How current the pages are, in a word; nothing while unknown. */
export function LiveMark() {
  const shown = useSettled(useLiveState())
  return (
    <p aria-live="polite" title={shown && looks()[shown].title} className="min-h-[1lh] text-xs text-muted">
      {shown !== undefined && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-1.5 rounded-full ${looks()[shown].dot}`} />
          {looks()[shown].label}
        </span>
      )}
    </p>
  )
}

/** Hides a short loss of the connection. */
function useSettled(state: LiveState): LiveState | undefined {
  const [shown, setShown] = useState<LiveState>()
  useEffect(() => {
    const timer = setTimeout(() => setShown(state), state === 'reconnecting' ? SETTLE_MS : 0)
    return () => clearTimeout(timer)
  }, [state])
  return shown
}
