import { hashTypedData, type Address, type Hex } from 'viem'
import { EXECUTE_DOMAIN_NAME } from './execute-digest.ts'

/**
 * What a passkey signs so that the wallet's `isValidSignature(hash, signature)` is true: the contract's
 * `messageDigest`. Source: profile 3.
 */
export function messageDigest(chainId: number, walletAddress: Address, hash: Hex): Hex {
  return hashTypedData({
    domain: { name: EXECUTE_DOMAIN_NAME, version: '1', chainId, verifyingContract: walletAddress },
    types: { PasskeyWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'PasskeyWalletMessage',
    message: { hash },
  })
}
