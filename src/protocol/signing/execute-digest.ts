import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { bytesFromHex, hexFromBytes } from './hex.ts'
import { keccak256 } from './keccak.ts'
import { writeAddress, writeUint } from './word.ts'

/**
 * The call that a passkey signs. `value` is in wei, `fee` in the fee coin's base units, `expiration` in Unix
 * seconds; `data` is the exact calldata. A zero `feeCoinAddress` means no fee. Source: profile 3.
 */
export type ExecuteCall = {
  walletAddress: Address
  toAddress: Address
  value: bigint
  data: Hex
  expiration: bigint
  fee: bigint
  feeCoinAddress: Address
  feeWithdrawAddress: Address
}

/** Converts a stored call to an `ExecuteCall`. Throws `RangeError` or `HexError` for invalid texts. */
export function parseExecuteCall(texts: Readonly<Record<keyof ExecuteCall, string>>): ExecuteCall {
  return {
    walletAddress: checksumAddress(texts.walletAddress),
    toAddress: checksumAddress(texts.toAddress),
    value: BigInt(texts.value),
    data: hexFromBytes(bytesFromHex(texts.data)),
    expiration: BigInt(texts.expiration),
    fee: BigInt(texts.fee),
    feeCoinAddress: checksumAddress(texts.feeCoinAddress),
    feeWithdrawAddress: checksumAddress(texts.feeWithdrawAddress),
  }
}

/** The EIP-712 domain's fixed parts and the primary type, verbatim. Source: profile 3. */
export const EXECUTE_DOMAIN_NAME = 'PasskeyWallet'
export const EXECUTE_TYPE =
  'Execute(address toAddress,uint256 value,bytes data,uint256 expiration,uint256 fee,address feeCoinAddress,address feeWithdrawAddress)'

/*
 * Precomputed hashes of constants, so that a page does not compute them at startup. execute-digest.test.ts
 * recomputes them.
 */
const DOMAIN_START = bytesFromHex(
  // keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'), of the name, of the version
  '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f2d36ccc91d8b9ef25466dce1fab4753901c7413b36e4e152f5ae75c1ba510101c89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6',
)
const EXECUTE_TYPE_HASH = bytesFromHex('0x01c7288a10184c44c0c0f8a9698d6fcfc5a508187ac31422cfded856f9f2021b')

/**
 * The 32-byte EIP-712 digest of an execute call. It is the WebAuthn challenge, and the key under which a wallet
 * spends the call. Equal to viem's `hashTypedData`. Addresses may have any case. Throws `RangeError` for a
 * number outside uint256 or an invalid address, `HexError` for invalid hex. Source: profile 3.
 */
export function executeDigest(chainId: number, call: ExecuteCall): Hex {
  return walletDigest(chainId, call.walletAddress, structHash(call))
}

/** The EIP-712 digest of a struct in a wallet's own domain. Throws `RangeError` for an invalid chain or address. */
export function walletDigest(chainId: number, walletAddress: Address, hashOfStruct: Uint8Array): Hex {
  const message = new Uint8Array(66)
  message[0] = 0x19
  message[1] = 0x01
  message.set(domainSeparator(chainId, walletAddress), 2)
  message.set(hashOfStruct, 34)
  return hexFromBytes(keccak256(message))
}

function domainSeparator(chainId: number, walletAddress: Address): Uint8Array {
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new RangeError('chainId must be a positive whole number')
  const encoded = new Uint8Array(160)
  encoded.set(DOMAIN_START, 0)
  writeUint(encoded, 96, BigInt(chainId))
  writeAddress(encoded, 128, walletAddress)
  return keccak256(encoded)
}

function structHash(call: ExecuteCall): Uint8Array {
  const encoded = new Uint8Array(256)
  encoded.set(EXECUTE_TYPE_HASH, 0)
  writeAddress(encoded, 32, call.toAddress)
  writeUint(encoded, 64, call.value)
  encoded.set(keccak256(bytesFromHex(call.data)), 96)
  writeUint(encoded, 128, call.expiration)
  writeUint(encoded, 160, call.fee)
  writeAddress(encoded, 192, call.feeCoinAddress)
  writeAddress(encoded, 224, call.feeWithdrawAddress)
  return keccak256(encoded)
}
