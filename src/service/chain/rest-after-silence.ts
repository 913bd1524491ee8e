import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import type { RpcClient } from './rpc.ts'

const REST_MS = 5_000

/**
 * Pauses requests for 5 seconds after a timeout of the server. During the pause, requests fail immediately. After the
 * pause, one request is sent. All others fail until it gets a response.
 *
 * @param timeoutMs Timeout of `rpc` requests, in milliseconds
 * @param now Milliseconds of a monotonic clock
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

const RESTS = 'it did not respond in time a moment ago, and is not asked again yet'
