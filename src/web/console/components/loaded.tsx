import type { ReactNode, ReactElement } from 'react'
import { toServerTime } from '#web/console/lib/use-now.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { ProblemPanel } from './notice.tsx'
import { TimeAgo } from './time-ago.tsx'

export type Query<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
  /** Time of the last update on the browser's clock, in Unix milliseconds. */
  dataUpdatedAt?: number
}
type LoadedProps<Data> = {
  /**
   * If a parent passes its query down, `Loaded` must be rendered with it at once, not after something else has loaded.
   * React Query renders the parent again only for fields that were read.
   */
  query: Query<Data>
  skeleton: ReactNode
  /** Placeholder of an empty list. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/**
 * Renders a skeleton, then the data, or an error with its next action. If a refetch fails, the data stays
 * with a note about its age.
 */
export function Loaded<Data>({
  query,
  skeleton,
  empty,
  isEmpty = hasNone,
  children,
}: LoadedProps<Data>): ReactNode {
  const { data, error } = query
  if (data !== undefined)
    return (
      <>
        <AgeNote query={query} />
        {empty !== undefined && isEmpty(data) ? empty : children(data)}
      </>
    )
  if (error !== null && error !== undefined) {
    return (
      <div className="p-4">
        <ProblemPanel error={error} onRetry={query.refetch} pending={query.isFetching} />
      </div>
    )
  }
  return skeleton
}

/** Age of data whose refetch failed. Renders nothing while the data is current. */
export function AgeNote({
  query: { error, dataUpdatedAt },
}: {
  query: Omit<Query<unknown>, 'data'>
}): ReactElement | null {
  if (error === null || error === undefined || dataUpdatedAt === undefined) return null
  const read = <TimeAgo datetime={new Date(toServerTime(dataUpdatedAt)).toISOString()} />
  return (
    <p role="status" className="px-4 py-2 text-sm text-warning">
      <Rich text="This could not be refreshed. Last loaded {when}." parts={{ when: read }} />
    </p>
  )
}

function hasNone(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}
