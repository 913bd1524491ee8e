import type { VNode } from 'preact'
import { DATE_AND_TIME } from '#protocol/display/date-and-time.ts'
import { language } from '#web/ui/text.ts'

/** A time from the chain. `at` is Unix time in seconds. */
export function Moment({ at }: { at: bigint }): VNode {
  const date = new Date(Number(at) * 1_000)
  return <time dateTime={date.toISOString()}>{date.toLocaleString(language(), DATE_AND_TIME)}</time>
}
