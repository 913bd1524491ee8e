import type { Tracing } from '#shared/tracing.ts'
import type { ChainConnection } from './chain/chain.ts'
import type { Metrics } from './http/metrics.ts'
import { inSpan } from '#server-kit/http/request-scope.ts'

/** The same connection with each of its calls timed, and traced within the request that made it. */
export function observeChain(
  chain: ChainConnection,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing },
): ChainConnection {
  const observed = async <Result>(method: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const end = (outcome: 'answered' | 'failed') =>
      metrics.rpcDuration.observe({ method, outcome }, (performance.now() - startedAt) / 1_000)
    try {
      const result = await inSpan(tracing, { name: `rpc ${method}`, kind: 'client' }, work)
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
    sendRawTransaction: (raw, sender) =>
      observed('eth_sendRawTransaction', () => chain.sendRawTransaction(raw, sender)),
  }
}
