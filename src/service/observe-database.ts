import { startCallSpan } from '#server-kit/http/request-scope.ts'
import type { DatabaseObserver } from './db/observed-dialect.ts'
import type { Metrics } from './http/metrics.ts'

/** Times each use of a connection, and traces it where it belongs to a request that is traced. */
export function databaseObserver(metrics: Metrics): DatabaseObserver {
  return () => {
    const startedAt = performance.now()
    const span = startCallSpan('database')
    return ({ kind }) => {
      metrics.databaseDuration.observe({ kind }, (performance.now() - startedAt) / 1_000)
      span?.setAttribute('latchkey.database.work', kind).end()
    }
  }
}
