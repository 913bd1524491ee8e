import type { AuditEntry } from '#protocol/audit.ts'
import type { CallDescription, KnownToken } from '#protocol/display/call-description.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { CalldataError, encodeTokenFunction } from '#protocol/signing/calldata.ts'

export type CallContext = { chainId: number | undefined; tokens: readonly KnownToken[] }

/**
 * The call of an entry, from the logged function and arguments. Null if the log has no arguments, as for a call given
 * as bytes, or if they are cut off.
 */
export function readAuditCall(
  { details }: Pick<AuditEntry, 'details'>,
  { chainId = 0, tokens }: CallContext,
): CallDescription | null {
  const { walletAddress, toAddress, value } = details
  const signature = details['functionSignature'] ?? details['txObject.functionSignature']
  const params = details['params'] ?? details['txObject.params']
  const data = encode(signature, params)
  if (data === null || typeof walletAddress !== 'string' || typeof toAddress !== 'string') return null
  return describeCallOrNull({ chainId, walletAddress, toAddress, value: String(value ?? 0), data, tokens })
}

/** Encodes the recorded function and its arguments, which the log joins with commas. */
function encode(signature: unknown, params: unknown): string | null {
  if (typeof signature !== 'string' || typeof params !== 'string') return null
  try {
    return encodeTokenFunction(signature, params === '' ? [] : params.split(', '))
  } catch (error) {
    if (error instanceof CalldataError) return null
    throw error
  }
}
