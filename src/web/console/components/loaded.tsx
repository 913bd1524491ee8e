import type { ReactNode } from 'react'
import { ProblemPanel } from './problem-panel.tsx'

export type Query<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}
type LoadedProps<Data> = {
  query: Query<Data>
  skeleton: ReactNode
  /** In place of a list without entries. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Skeleton, then data; an error with its next action. Existing data stays when a refetch fails. */
export function Loaded<Data>({ query, skeleton, empty, isEmpty = hasNone, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data)
  if (error !== null && error !== undefined) {
    return (
      <div className="p-4">
        <ProblemPanel error={error} onRetry={query.refetch} pending={query.isFetching} />
      </div>
    )
  }
  return skeleton
}

function hasNone(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}

/** A placeholder. `className` sets width and height. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton-motion block rounded-sm bg-skeleton ${className}`} />
}

export function SkeletonRows({ rows = 4, label }: { rows?: number; label: string }) {
  return (
    <div aria-busy="true" role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3">
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
