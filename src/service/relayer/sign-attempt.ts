import type { Address, Hex } from 'viem'
import { hexFromBytes } from '#shared/signing/hex.ts'
import { keccak256 } from '#shared/signing/keccak.ts'
import type { Fees } from './fees.ts'
import type { LaneAccount } from './lane-account.ts'
import type { Attempt } from './relay-parts.ts'
import { serializeTransaction } from './serialize-transaction.ts'

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
  const serialized = serializeTransaction(attempt)
  const raw = serialized.signed(account.sign(keccak256(serialized.toSign)))
  return { raw: `0x${Buffer.from(raw).toString('hex')}`, hash: hexFromBytes(keccak256(raw)) }
}
