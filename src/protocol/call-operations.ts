import { sameAddress } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { CallOperation } from './operations.ts'
import type { Effect } from '#protocol/effects/effect.ts'

/**
 * The operations of a call by its effects, whatever a page claims: `transfer` is what leaves the wallet, `approve`
 * everything else, unread calls included. A batch has those of its calls. Cancelling a signed call gives nothing
 * away and needs neither.
 */
export function callOperations(call: {
  walletAddress: string
  toAddress: string
  value: string | bigint
  data: string
}): CallOperation[] {
  const { effects } = describeCall({ ...call, chainId: 0, tokens: [] })
  const others = effects.filter(({ does }) => does !== 'cancel-call')
  return [...new Set(others.map((effect) => operationOf(effect, call.walletAddress)))]
}

/** A move of another holder's tokens uses a permission; it is more than sending. */
function operationOf(effect: Effect, wallet: string): CallOperation {
  return effect.does === 'move' && sameAddress(effect.from, wallet) ? 'transfer' : 'approve'
}
