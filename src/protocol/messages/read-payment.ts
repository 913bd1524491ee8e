import { sameAddress } from '#protocol/display/address.ts'
import type { Move } from '#protocol/effects/effect.ts'
import { describeMove } from '#protocol/effects/move.ts'
import { readValidity } from './read-validity.ts'
import { describeSigned, isListedCoin, textAt, toCall, type Enabled, type Signed } from './signed-struct.ts'

/**
 * A payment that anyone, or only the recipient, may make with the signature (EIP-3009). A payment from another
 * account is also described, as a danger, because the signature is worthless or a trap. Undefined for a payment of
 * zero units of an unknown token, because it may have any effect.
 */
export function readPayment({ message, contract, signer }: Signed): Enabled | undefined {
  const from = textAt(message, 'from')
  const units = textAt(message, 'value')
  if (units === '0' && !isListedCoin(contract, signer)) return undefined
  const isOwn = sameAddress(from, signer.walletAddress)
  const what = { is: 'coins', units } as const
  const move: Move = { does: 'move', token: contract, what, from, to: textAt(message, 'to') }
  const kind = isOwn ? 'erc20-transfer' : 'erc20-transfer-from'
  const described = describeMove(kind, move, toCall(contract, signer))
  // The removed warning's sentence is about an allowance, which does not exist here. `foreign` reports the
  // problem.
  const warnings = described.warnings.filter((code) => code !== 'from-other-account')
  return {
    kind: 'payment',
    permissions: [describeSigned({ ...described, warnings }, signer, 'danger')],
    validity: readValidity(textAt(message, 'validAfter'), textAt(message, 'validBefore')),
    warnings: [isOwn ? 'gives' : 'foreign'],
  }
}

/** The cancellation of a signed payment, which enables nothing. Undefined for an unknown token. */
export function readCancellation({ message, contract, signer }: Signed): Enabled | undefined {
  if (!isListedCoin(contract, signer)) return undefined
  const isOwn = sameAddress(textAt(message, 'authorizer'), signer.walletAddress)
  return { kind: 'cancellation', permissions: [], warnings: isOwn ? [] : ['foreign'] }
}
