import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import { decodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'
import { describeWith } from './describe-with.ts'
import { describeSend } from './send.ts'

/**
 * `describeCall` for a screen that only displays transfers of coins and needs no other reader. Every other call
 * is unknown here, with all its bytes, and dangerous.
 */
export function describeCoinTransfer(call: DescribedCall): CallDescription {
  return describeWith(call, () => {
    const isOwn = sameAddress(call.toAddress, call.walletAddress)
    const [to, units] = (!isOwn && decodeCoinTransfer(call.data.toLowerCase())) || []
    return to && units ? describeSend('erc20-transfer', call.toAddress, units, to, call) : undefined
  })
}
