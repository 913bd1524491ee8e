import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import type { RpcClient } from './rpc.ts'

const REST_MS = 5_000

/**
 * A server that did not answer in time is left alone for 5 seconds: until then a request fails at once, in place of waiting as
 * long again. The first request after that goes out alone, and the others follow once it has an answer.
 *
 * @param timeoutMs The time after which `rpc` gives a request up
 * @param now Milliseconds of a clock that never goes back
 */
export function restAfterSilence(
  rpc: RpcClient,
  timeoutMs: number,
  now: () => number = () => performance.now(),
): RpcClient {
  let restsUntil: number | undefined
  return {
    ...rpc,
    request: async (schema, method, params) => {
      if (restsUntil !== undefined) {
        if (now() < restsUntil) throw apiError('CHAIN_TIMEOUT', { cause: new Error(RESTS) })
        restsUntil = now() + timeoutMs
      }
      try {
        const result = await rpc.request(schema, method, params)
        restsUntil = undefined
        return result
      } catch (error) {
        const isSilent = error instanceof ApiError && error.code === 'CHAIN_TIMEOUT'
        restsUntil = isSilent ? now() + REST_MS : undefined
        throw error
      }
    },
  }
}

const RESTS = 'it did not answer in time a moment ago, and is not asked again yet'
