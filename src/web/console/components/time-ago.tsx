import { formatAbsolute, formatRelative } from '#web/console/lib/format-time.ts'
import { useNow } from '#web/console/lib/use-now.ts'

/** A time relative to now, with the full date and time on hover. */
export function TimeAgo({ datetime, className = '' }: { datetime: string; className?: string }) {
  const nowMs = useNow()
  return (
    <time dateTime={datetime} title={formatAbsolute(datetime)} className={`whitespace-nowrap ${className}`}>
      {formatRelative(datetime, nowMs)}
    </time>
  )
}
