import { formatAbsolute, formatRelative } from '#console/lib/format-time.ts'
import { useLateTitle } from '#console/lib/use-late-title.ts'
import { useNow } from '#console/lib/use-now.ts'

/** A time relative to now, with the full date and time on hover. */
export function TimeAgo({ datetime, className = '' }: { datetime: string; className?: string }) {
  const nowMs = useNow()
  const { title, onPointerEnter } = useLateTitle(() => formatAbsolute(datetime))
  return (
    <time
      dateTime={datetime}
      title={title}
      onPointerEnter={onPointerEnter}
      className={`whitespace-nowrap ${className}`}
    >
      {formatRelative(datetime, nowMs)}
    </time>
  )
}
