import type { ErrorCode } from './errors.ts'

/** Codes of errors that only mean that the node or the relayer cannot be used at the moment. */
const CHAIN_AWAY: ReadonlySet<string> = new Set<ErrorCode>(['CHAIN_FAILED', 'CHAIN_TIMEOUT', 'UNAVAILABLE'])

/**
 * Whether an error with this code only means that the chain cannot be reached or paid at the moment. The error then
 * says nothing about the request.
 */
export function saysChainIsAway(code: string): boolean {
  return CHAIN_AWAY.has(code)
}
