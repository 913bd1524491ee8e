import {
  decodeAbiParameters,
  decodeFunctionData,
  getAbiItem,
  toFunctionSelector,
  type Address,
  type Hex,
} from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { executeDigest, type ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes, joinBytes, sameBytes } from './hex.ts'
import {
  CHALLENGE_KEY,
  HAS_FEE,
  HAS_VALUE,
  PACKED_SELECTOR,
  QUOTE,
  USUAL_HEAD,
  USUAL_TYPE_INDEX,
} from './pack-execute.ts'
import { encodeSignature } from './signature.ts'
import { bytesFromText, textFromBytes } from './utf8.ts'

const EXECUTE_SELECTOR = bytesFromHex(
  toFunctionSelector(getAbiItem({ abi: passkeyWalletAbi, name: 'execute' })),
)
/** The first bytes of a call that hands a wallet a signed call. */
export const HANDED_SELECTORS: readonly Uint8Array[] = [EXECUTE_SELECTOR, PACKED_SELECTOR]

/** The wallet that was handed a call. `rpIdHash`: the packed form omits it. */
export type HandedWallet = { chainId: number; address: Address; rpIdHash: Hex }

/** A signed call as a wallet was handed it; `signature` in the canonical encoding of profile 4. */
export type HandedCall = { call: ExecuteCall; digest: Hex; signature: Hex }

/**
 * The signed call in calldata of the wallet's `execute` or `executePacked`; undefined for everything else. The result
 * is the submitted call, not proof that the wallet accepted it: compare the digest with the wallet's event.
 */
export function decodeExecuteCall(calldata: Uint8Array, wallet: HandedWallet): HandedCall | undefined {
  const selector = calldata.subarray(0, 4)
  try {
    if (sameBytes(selector, PACKED_SELECTOR)) return decodePacked(calldata, wallet)
    return sameBytes(selector, EXECUTE_SELECTOR) ? decodeLong(calldata, wallet) : undefined
  } catch {
    // Anyone can write calldata: what does not decode is no call of a wallet.
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
  const [assertion] = decodeAbiParameters(SIGNATURE, given)
  return { call: whole, digest: executeDigest(chainId, whole), signature: encodeSignature(assertion) }
}

/** Where the optional parts begin, with the selector: `PackedExecute.sol` has the table. */
const FIXED_LENGTH = 102
const ZERO: Address = `0x${'0'.repeat(40)}`

function decodePacked(
  calldata: Uint8Array,
  { chainId, address, rpIdHash }: HandedWallet,
): HandedCall | undefined {
  const view = new DataView(calldata.buffer, calldata.byteOffset, calldata.length)
  const parts = view.getUint8(98)
  const headLength = view.getUint8(99)
  const tailLength = view.getUint16(100)
  if (parts > (HAS_VALUE | HAS_FEE)) return undefined
  let cursor = FIXED_LENGTH
  const take = (length: number): Hex => {
    cursor += length
    if (cursor > calldata.length) throw new RangeError('the packed call ends early')
    return hexFromBytes(calldata.subarray(cursor - length, cursor))
  }
  const typeIndex = headLength === 0 ? USUAL_TYPE_INDEX : BigInt(take(2))
  const value = parts & HAS_VALUE ? BigInt(take(32)) : 0n
  const [fee, feeCoinAddress, feeWithdrawAddress] =
    parts & HAS_FEE ? [BigInt(take(32)), take(20), take(20)] : [0n, ZERO, ZERO]
  const head = headLength === 0 ? USUAL_HEAD : bytesFromHex(take(headLength))
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
  const challenge = bytesFromText(base64Url(bytesFromHex(digest)))
  const signature = encodeSignature({
    authenticatorData: hexFromBytes(joinBytes([bytesFromHex(rpIdHash), calldata.subarray(93, 98)])),
    clientDataJSON: textFromBytes(joinBytes([head, CHALLENGE_KEY, challenge, Uint8Array.of(QUOTE), tail])),
    challengeIndex: BigInt(head.length),
    typeIndex,
    r: BigInt(hexFromBytes(calldata.subarray(4, 36))),
    s: BigInt(hexFromBytes(calldata.subarray(36, 68))),
  })
  return { call, digest, signature }
}
