import type { HasChain, HasClock, HasMetrics } from '#service/context-parts.ts'
import { blockSchema } from './rpc-schemas.ts'

/**
 * Sets the age of the newest block before each scrape. Skips the embedded chain, which makes blocks only on demand.
 * If the node does not respond, the age continues to grow from its last response.
 */
export function collectHeadAge({ chain, clock, metrics }: HasChain & HasClock & HasMetrics): void {
  if (chain.fault !== undefined) return
  let newestMs: number | undefined
  metrics.addCollector(async () => {
    try {
      const head = await chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
      newestMs = Number(head.timestamp) * 1_000
    } finally {
      if (newestMs !== undefined) metrics.headAge.set(Math.max(0, (clock.now().getTime() - newestMs) / 1_000))
    }
  })
}
