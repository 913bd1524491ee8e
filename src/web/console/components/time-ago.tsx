import type { ReactElement } from 'react'
import { formatAbsolute, formatDue, formatRelative, nextTryText } from '#web/console/lib/display.ts'
import { useNow } from '#web/console/lib/use-now.ts'

type TimeAgoProps = {
  datetime: string
  /** Whether the time is a deadline or a planned event, not a past event. */
  isDue?: boolean
}

/** A time relative to now. Hovering shows the full date and time. */
export function TimeAgo({ datetime, isDue = false }: TimeAgoProps): ReactElement {
  const nowMs = useNow()
  return (
    <time dateTime={datetime} title={formatAbsolute(datetime)} className="whitespace-nowrap">
      {isDue ? formatDue(datetime, nowMs) : formatRelative(datetime, nowMs)}
    </time>
  )
}

/** Time of the next retry, as a sentence. */
export function NextTry({ datetime }: { datetime: string }): string {
  return nextTryText(datetime, useNow())
}
