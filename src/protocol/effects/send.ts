import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallKind, DescribedCall, Described } from '#protocol/display/call-description.ts'
import type { WarningCode } from '#protocol/display/warning-severity.ts'
import { addressField, amountField, hasSuspiciousText, listedToken, tokenAt } from './call-fields.ts'
import type { Move } from './effect.ts'

/** The wallet sends units of a coin. The native coin has the zero address. */
export function describeSend(
  kind: CallKind,
  token: string,
  units: string,
  to: string,
  call: DescribedCall,
): Described {
  const move: Move = { does: 'move', token, what: { is: 'coins', units }, from: call.walletAddress, to }
  const isNative = token === ZERO_ADDRESS
  return {
    kind,
    effects: [move],
    fields: [
      amountField('amount', units, tokenAt(token, call)),
      addressField('to', to, call),
      ...(isNative ? [] : [addressField('token', token, call)]),
    ],
    warnings: [...recipientWarnings(move, call), ...(isNative ? [] : tokenWarnings(token, call))],
  }
}

/** Warnings about a recipient: the zero address, the sender itself, a token's own contract (tokens are lost there). */
export function recipientWarnings({ token, from, to }: Move, call: DescribedCall): WarningCode[] {
  if (sameAddress(to, ZERO_ADDRESS)) return ['to-zero-address']
  if (sameAddress(to, from)) return ['self-transfer']
  const isToken = listedToken(call.tokens, to) !== undefined
  return isToken || sameAddress(to, token) ? ['to-token-contract'] : []
}

/** Warnings about a token itself. */
export function tokenWarnings(address: string, call: DescribedCall): WarningCode[] {
  const token = tokenAt(address, call)
  if (token === undefined) return ['unknown-token']
  return hasSuspiciousText(token) ? ['suspicious-token-text'] : []
}
