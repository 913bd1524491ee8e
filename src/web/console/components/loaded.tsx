import type { ReactNode } from 'react'
import { ProblemPanel } from './problem-panel.tsx'

type Query<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}
type LoadedProps<Data> = { query: Query<Data>; skeleton: ReactNode; children: (data: Data) => ReactNode }

/** Skeleton, then data; an error with its next action. Data that is there stays while a refetch fails. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (error !== null && error !== undefined) {
    return (
      <div className="p-4">
        <ProblemPanel error={error} onRetry={query.refetch} pending={query.isFetching} />
      </div>
    )
  }
  return skeleton
}
