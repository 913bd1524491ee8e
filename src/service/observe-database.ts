import type { Tracing } from '#shared/tracing.ts'
import type { DatabaseObserver } from './db/observed-dialect.ts'
import type { Metrics } from './http/metrics.ts'
import { currentTraceparent } from '#server-kit/http/request-scope.ts'

/** Times each use of a connection, and traces it where it belongs to a request that is traced. */
export function databaseObserver(metrics: Metrics, tracing: Tracing): DatabaseObserver {
  return () => {
    const startedAt = performance.now()
    const parent = currentTraceparent()
    const span =
      parent === undefined ? undefined : tracing.start({ name: 'database', kind: 'client', parent })
    return ({ kind }) => {
      metrics.databaseDuration.observe({ kind }, (performance.now() - startedAt) / 1_000)
      span?.end({ attributes: { 'latchkey.database.work': kind } })
    }
  }
}
