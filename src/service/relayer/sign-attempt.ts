import { keccak256, type Address, type Hex } from 'viem'
import type { Fees } from './fees.ts'
import type { LaneAccount } from './lane-account.ts'
import type { Attempt } from './relay-parts.ts'

export type UnsignedAttempt = {
  chainId: number
  nonce: number
  to: Address
  value: bigint
  data: Hex
  gasLimit: bigint
  fees: Fees
}

/** Signs one form of a relayed transaction; EIP-1559 where the chain has it. */
export function signAttempt(account: LaneAccount, attempt: UnsignedAttempt): Attempt {
  const { chainId, nonce, value, data, fees } = attempt
  // The signer takes mixed case for a checksum.
  const to: Address = `0x${attempt.to.slice(2).toLowerCase()}`
  const call = { chainId, nonce, to, value, data, gas: attempt.gasLimit }
  const raw = fees.legacy
    ? account.signTransaction({ ...call, type: 'legacy', gasPrice: fees.maxFeePerGas })
    : account.signTransaction({
        ...call,
        type: 'eip1559',
        maxFeePerGas: fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      })
  return { raw, hash: keccak256(raw) }
}
