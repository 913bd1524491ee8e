import { ApiError } from '#server-kit/http/http-error.ts'
import type { ErrorCode } from '#protocol/errors.ts'

const AWAY: readonly ErrorCode[] = ['CHAIN_FAILED', 'CHAIN_TIMEOUT', 'UNAVAILABLE']

/** Whether an error means only that the node or the relayer cannot be used at the moment. */
export function isChainAway(error: unknown): boolean {
  return error instanceof ApiError && AWAY.includes(error.code)
}
