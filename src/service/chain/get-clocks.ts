import * as z from 'zod/mini'
import { withDeadline } from '#server-kit/http/deadline.ts'
import type { HasChain, HasClock } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { quantitySchema } from './rpc-schemas.ts'

export const CLOCK_WAIT_MS_MAX = 3_000
const headSchema = z.nullish(z.object({ timestamp: quantitySchema }))

/**
 * `GET /v1/org/clocks`: the service's clock, and the time that the chain's next block would have (ISO 8601,
 * UTC; `null` for a chain that does not respond). Source: profile 1, ADR 0003.
 */
export const getClocks: Operation<'getClocks', HasChain & HasClock> = async (ctx) => {
  const seconds = await withDeadline(CLOCK_WAIT_MS_MAX, () => chainSeconds(ctx)).catch(() => undefined)
  return {
    serverDatetime: ctx.clock.now().toISOString(),
    chainDatetime: seconds === undefined ? null : new Date(seconds * 1_000).toISOString(),
  }
}

/**
 * Returns the time of the pending block in Unix seconds. If the node has no pending block, returns the time of the
 * newest block, which is one block older.
 */
async function chainSeconds({ chain }: HasChain): Promise<number | undefined> {
  for (const block of ['pending', 'latest']) {
    const head = await chain.rpc
      .request(headSchema, 'eth_getBlockByNumber', [block, false])
      // The response has no time for a block that is missing or refused.
      .catch(() => null)
    if (head !== null && head !== undefined) return Number(head.timestamp)
  }
  return undefined
}
