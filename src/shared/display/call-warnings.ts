import { sameAddress, ZERO_ADDRESS } from './address.ts'
import { hasSuspiciousText } from './call-fields.ts'
import type { DescribedCall, KnownToken, WarningCode } from './call-description.ts'

/** What speaks against a recipient: nobody, the sender itself, a token's own contract (most keep what they are sent for ever). */
export function recipientWarnings(to: string, from: string, call: DescribedCall): WarningCode[] {
  if (sameAddress(to, ZERO_ADDRESS)) return ['to-zero-address']
  if (sameAddress(to, from)) return ['self-transfer']
  const isToken = call.tokens.some((token) => sameAddress(token.address, to))
  const isTarget = call.data !== '0x' && sameAddress(to, call.toAddress)
  return isToken || isTarget ? ['to-token-contract'] : []
}

/** A transfer of what somebody else holds: it works only with that holder's approval. */
export function holderWarnings(from: string, call: DescribedCall): WarningCode[] {
  return sameAddress(from, call.walletAddress) ? [] : ['from-other-account']
}

/** What speaks against the called token itself. */
export function tokenWarnings(token: KnownToken | undefined): WarningCode[] {
  if (token === undefined) return ['unknown-token']
  return hasSuspiciousText(token) ? ['suspicious-token-text'] : []
}
