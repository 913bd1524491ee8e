import { sameAddress } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { CallOperation } from './operations.ts'

/**
 * The operations of a call by its effects, regardless of what a page claims. `transfer` is everything that leaves the
 * wallet; `approve` is everything else, including unknown calls. A batch has the operations of its calls. Cancelling
 * a signed call gives nothing away and needs neither operation.
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
    // Moving another holder's tokens uses a permission, so `transfer` alone is not enough.
    return [effect.does === 'move' && sameAddress(effect.from, call.walletAddress) ? 'transfer' : 'approve']
  })
  return [...new Set(operations)]
}
