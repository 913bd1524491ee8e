import { sameAddress } from '#protocol/display/address.ts'
import type { Move } from '#protocol/effects/effect.ts'
import { readMessageWay } from '#protocol/effects/ways-out.ts'
import type { ReadMessage } from '#protocol/messages/message-reading.ts'
import type { ChargedFee } from '#service/organizations/fee-settings.ts'
import type { PolicyCall, PolicyMessage } from './evaluate-rule.ts'

/** A signed or stored call. `value` in wei, `fee` in base units of its token. */
type CallWithFee = Omit<PolicyCall, 'chainId' | 'excessFee'> & {
  fee: bigint | string
  feeCoinAddress: string
  feeWithdrawAddress: string
}

/** Returns a call as policies evaluate it. `charged`: the fee that the organization charges at present, if any. */
export function policyCall(chainId: number, call: CallWithFee, charged: ChargedFee | undefined): PolicyCall {
  const { walletAddress, toAddress, value, data } = call
  return { chainId, walletAddress, toAddress, value, data, excessFee: readExcessFee(call, charged) }
}

/** Returns a message as policies evaluate it. */
export function policyMessage(walletAddress: string, message: ReadMessage): PolicyMessage {
  const effects = message.permissions.flatMap((permission) => permission.effects)
  return { walletAddress, messageWay: readMessageWay(message), effects }
}

/** Returns the part of a fee above the charged one, as a transfer like any other. Undefined if there is none. */
function readExcessFee(call: CallWithFee, charged: ChargedFee | undefined): Move | undefined {
  const { walletAddress: from, feeCoinAddress: token, feeWithdrawAddress: to } = call
  const isCharged =
    charged !== undefined &&
    sameAddress(charged.tokenAddress, token) &&
    sameAddress(charged.withdrawAddress, to)
  const excess = BigInt(call.fee) - (isCharged ? charged.amountPerTransaction : 0n)
  if (excess <= 0n) return undefined
  return { does: 'move', token, what: { is: 'coins', units: String(excess) }, from, to }
}
