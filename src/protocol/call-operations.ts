import { sameAddress } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { CallOperation } from './operations.ts'

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
  const operations = effects.flatMap((effect): CallOperation[] => {
    if (effect.does === 'cancel-call') return []
    // A move of another holder's tokens uses a permission; it is more than sending.
    return [effect.does === 'move' && sameAddress(effect.from, call.walletAddress) ? 'transfer' : 'approve']
  })
  return [...new Set(operations)]
}
