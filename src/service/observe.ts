import { inCallSpan, startCallSpan } from '#server-kit/http/request-scope.ts'
import type { ChainConnection } from './chain/chain.ts'
import type { Metrics } from './http/metrics.ts'
import type { DatabaseObserver } from './db/observed-dialect.ts'

/** The same connection with each of its calls timed, and traced within the request that made it. */
export function observeChain(chain: ChainConnection, metrics: Metrics): ChainConnection {
  const observed = async <Result>(method: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const end = (outcome: 'answered' | 'failed') =>
      metrics.rpcDuration.observe({ method, outcome }, (performance.now() - startedAt) / 1_000)
    try {
      const result = await inCallSpan(`rpc ${method}`, work)
      end('answered')
      return result
    } catch (error) {
      end('failed')
      throw error
    }
  }
  chain.onFailover?.(() => metrics.rpcFailovers.inc())
  return {
    ...chain,
    rpc: {
      request: (schema, method, params) => observed(method, () => chain.rpc.request(schema, method, params)),
    },
    sendRawTransaction: (raw) => observed('eth_sendRawTransaction', () => chain.sendRawTransaction(raw)),
  }
}

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
