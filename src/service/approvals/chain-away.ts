import { saysChainIsAway } from '#protocol/chain-away.ts'
import { ApiError } from '#server-kit/http/http-error.ts'

/** Whether an error means only that the node or the relayer is unavailable at the moment. */
export function isChainAway(error: unknown): boolean {
  return error instanceof ApiError && saysChainIsAway(error.code)
}
