import { hashTypedData, type Hex } from 'viem'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'

/** The type of profile 3, written a second time to compare the product's hash with it. */
export const EXECUTE_MEMBERS = [
  { name: 'toAddress', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'expiration', type: 'uint256' },
  { name: 'fee', type: 'uint256' },
  { name: 'feeCoinAddress', type: 'address' },
  { name: 'feeWithdrawAddress', type: 'address' },
] as const

/** The EIP-712 digest by viem. */
export function viemDigest(chainId: number, { walletAddress, ...message }: ExecuteCall): Hex {
  return hashTypedData({
    domain: {
      name: 'PasskeyWallet',
      version: '1',
      chainId: BigInt(chainId),
      verifyingContract: walletAddress,
    },
    types: { Execute: EXECUTE_MEMBERS },
    primaryType: 'Execute',
    message,
  })
}
