import {
  decodeAbiParameters,
  decodeFunctionData,
  getAbiItem,
  toFunctionSelector,
  type Address,
  type Hex,
} from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { executeDigest, type ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes, sameBytes } from './hex.ts'
import { joinSignature, splitSignature } from './joined-signature.ts'
import { HAS_CO_SIGNATURE, HAS_FEE, HAS_NUMBER, HAS_VALUE, PACKED_SELECTOR } from './pack-execute.ts'
import { unpackAssertion } from './packed-assertion.ts'
import { encodeSignature } from './signature.ts'

const EXECUTE_SELECTOR = bytesFromHex(
  toFunctionSelector(getAbiItem({ abi: passkeyWalletAbi, name: 'execute' })),
)
/** The selectors of calls that submit a signed call to a wallet. */
export const HANDED_SELECTORS: readonly Uint8Array[] = [EXECUTE_SELECTOR, PACKED_SELECTOR]

/** The wallet to which a call was submitted. `rpIdHash` is needed because the packed form omits it. */
export type HandedWallet = { chainId: number; address: Address; rpIdHash: Hex }

/**
 * A signed call as it was submitted to a wallet. `signature` has the canonical encoding of profile 4, with the
 * number of the key and the co-signature if there are any. The bytes of the co-signature are those in the
 * calldata.
 */
export type HandedCall = { call: ExecuteCall; digest: Hex; signature: Hex }

/**
 * The signed call in calldata of the wallet's `execute` or `executePacked`. Undefined for everything else. The
 * result is the submitted call, not proof that the wallet accepted it: compare the digest with the wallet's
 * event.
 */
export function decodeExecuteCall(calldata: Uint8Array, wallet: HandedWallet): HandedCall | undefined {
  const selector = calldata.subarray(0, 4)
  try {
    if (sameBytes(selector, PACKED_SELECTOR)) return decodePacked(calldata, wallet)
    return sameBytes(selector, EXECUTE_SELECTOR) ? decodeLong(calldata, wallet) : undefined
  } catch {
    // Anyone can write calldata. Bytes that cannot be decoded are not a call of a wallet.
    return undefined
  }
}

const SIGNATURE = [
  {
    type: 'tuple',
    components: [
      { name: 'authenticatorData', type: 'bytes' },
      { name: 'clientDataJSON', type: 'string' },
      { name: 'challengeIndex', type: 'uint256' },
      { name: 'typeIndex', type: 'uint256' },
      { name: 'r', type: 'uint256' },
      { name: 's', type: 'uint256' },
    ],
  },
] as const

function decodeLong(calldata: Uint8Array, { chainId, address }: HandedWallet): HandedCall | undefined {
  const decoded = decodeFunctionData({ abi: passkeyWalletAbi, data: hexFromBytes(calldata) })
  if (decoded.functionName !== 'execute') return undefined
  const [toAddress, value, data, expiration, fee, feeCoinAddress, feeWithdrawAddress, given] = decoded.args
  const call = { walletAddress: address, toAddress, value, data, expiration }
  const whole = { ...call, fee, feeCoinAddress, feeWithdrawAddress }
  const { tuple, keyNumber, coSignature } = splitSignature(given)
  const [assertion] = decodeAbiParameters(SIGNATURE, tuple)
  const signature = joinSignature({ tuple: encodeSignature(assertion), keyNumber, coSignature })
  return { call: whole, digest: executeDigest(chainId, whole), signature }
}

/** Offset of the optional parts, including the selector. `PackedExecute.sol` has the table. */
const FIXED_LENGTH = 102
const ALL_PARTS = HAS_VALUE | HAS_FEE | HAS_NUMBER | HAS_CO_SIGNATURE
const ZERO: Address = `0x${'0'.repeat(40)}`

function decodePacked(
  calldata: Uint8Array,
  { chainId, address, rpIdHash }: HandedWallet,
): HandedCall | undefined {
  const view = new DataView(calldata.buffer, calldata.byteOffset, calldata.length)
  const parts = view.getUint8(98)
  const headLength = view.getUint8(99)
  const tailLength = view.getUint16(100)
  if (parts > ALL_PARTS) return undefined
  let cursor = FIXED_LENGTH
  const take = (length: number): Hex => {
    cursor += length
    if (cursor > calldata.length) throw new RangeError('the packed call is truncated')
    return hexFromBytes(calldata.subarray(cursor - length, cursor))
  }
  const typeIndex = headLength === 0 ? 0n : BigInt(take(2))
  const value = parts & HAS_VALUE ? BigInt(take(32)) : 0n
  const [fee, feeCoinAddress, feeWithdrawAddress] =
    parts & HAS_FEE ? [BigInt(take(32)), take(20), take(20)] : [0n, ZERO, ZERO]
  const keyNumber = parts & HAS_NUMBER ? Number(take(1)) : undefined
  const coSignature = parts & HAS_CO_SIGNATURE ? take(Number(take(2))) : undefined
  const head = bytesFromHex(take(headLength))
  const tail = bytesFromHex(take(tailLength))
  const call: ExecuteCall = {
    walletAddress: address,
    toAddress: hexFromBytes(calldata.subarray(68, 88)),
    value,
    data: hexFromBytes(calldata.subarray(cursor)),
    expiration: BigInt(hexFromBytes(calldata.subarray(88, 93))),
    fee,
    feeCoinAddress,
    feeWithdrawAddress,
  }
  const digest = executeDigest(chainId, call)
  const r = BigInt(hexFromBytes(calldata.subarray(4, 36)))
  const s = BigInt(hexFromBytes(calldata.subarray(36, 68)))
  const packed = { r, s, flagsAndCount: calldata.subarray(93, 98), typeIndex, head, tail }
  const tuple = encodeSignature(unpackAssertion(packed, { digest, rpIdHash }))
  return { call, digest, signature: joinSignature({ tuple, keyNumber, coSignature }) }
}
