import type { Address } from 'viem'
import type { KeyChange } from './approver-api.ts'
import { ZERO_ADDRESS } from './display/address.ts'
import type { ExecuteCall } from './signing/execute-digest.ts'
import { ADD_KEY, REMOVE_KEY } from './signing/wallet-functions.ts'

const SELECTORS = { add: ADD_KEY, remove: REMOVE_KEY } as const satisfies Record<KeyChange, string>

type Change = {
  approvalWallet: Address
  change: KeyChange
  /** 64 hex digits for each coordinate, without a prefix. */
  key: { qx: string; qy: string }
  expiration: bigint
}

/**
 * The call of an approval wallet to itself that adds or removes a passkey. The approval app computes its digest before
 * the prompt. The service computes the digest that it verifies.
 */
export function approvalKeyCall({ approvalWallet, change, key, expiration }: Change): ExecuteCall {
  return {
    walletAddress: approvalWallet,
    toAddress: approvalWallet,
    value: 0n,
    data: `${SELECTORS[change]}${key.qx}${key.qy}`,
    expiration,
    fee: 0n,
    feeCoinAddress: ZERO_ADDRESS,
    feeWithdrawAddress: ZERO_ADDRESS,
  }
}
