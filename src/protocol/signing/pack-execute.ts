import { encodeFunctionData, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import type { ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes, joinBytes, sameBytes } from './hex.ts'
import { decodeSignature, type WebAuthnSignature } from './signature.ts'
import { bytesFromText } from './utf8.ts'
import { addressWord, uintWord } from './word.ts'

/** authenticatorData of an assertion without extensions: rpIdHash, flags (1), signature counter (4). */
const AUTHENTICATOR_DATA_LENGTH = 37
const RP_ID_HASH_LENGTH = 32

/** The bytes before the challenge for keys in their usual order. The packed form omits them. */
export const USUAL_HEAD = bytesFromText('{"type":"webauthn.get",')
export const USUAL_TYPE_INDEX = 1n

export const CHALLENGE_KEY = bytesFromText('"challenge":"')
/** Length of 32 bytes in base64url. */
const CHALLENGE_LENGTH = 43
export const QUOTE = 0x22

/** Bits of the byte that flags the following parts. */
export const HAS_VALUE = 1
export const HAS_FEE = 2

/** Lengths of the packed form's fields, in bytes: `PackedExecute.sol` has the same table. */
const MAX_HEAD_LENGTH = 0xff
const MAX_TAIL_LENGTH = 0xffff
const MAX_TYPE_INDEX = 0xffffn
const MAX_EXPIRATION = 0xff_ffff_ffffn

/**
 * Calldata that submits a signed call to the wallet contract: `executePacked` for an assertion of the usual shape,
 * else `execute`. The packed form is 400 to 500 bytes shorter. The signed content is the same in both.
 *
 * The packed form omits the rpIdHash and the challenge, which the wallet inserts itself: an assertion made for
 * another domain or another digest is refused either way, but for another reason. Check it before
 * (`checkAssertion`), to save the gas.
 *
 * @param call The call as it was signed.
 * @param signature Profile 4, canonical. Throws `SignatureError` when it is not, `RangeError` for a number outside
 * uint256 or an invalid address, `HexError` for invalid hex.
 * @param decoded The result of `decodeSignature` for the same signature, if available.
 */
export function encodeExecuteCall(
  call: ExecuteCall,
  signature: Hex,
  decoded: WebAuthnSignature = decodeSignature(signature),
): Hex {
  const parts = splitClientData(decoded)
  if (parts === undefined || !isPackable(call, decoded, parts)) return encodeLong(call, signature)
  return encodePacked(call, decoded, parts)
}

type ClientDataParts = {
  /** Bytes before `"challenge":"`. */
  head: Uint8Array
  /** Bytes after the challenge's closing quote. */
  tail: Uint8Array
}

/** The clientDataJSON around its challenge, or `undefined` without a 43-character challenge at the index. */
function splitClientData({ clientDataJSON, challengeIndex }: WebAuthnSignature): ClientDataParts | undefined {
  const json = bytesFromText(clientDataJSON)
  const keyStart = Number(challengeIndex)
  const keyEnd = keyStart + CHALLENGE_KEY.length
  const quote = keyEnd + CHALLENGE_LENGTH
  if (!sameBytes(json.subarray(keyStart, keyEnd), CHALLENGE_KEY) || json[quote] !== QUOTE) return undefined
  return { head: json.subarray(0, keyStart), tail: json.subarray(quote + 1) }
}

function isPackable(
  call: ExecuteCall,
  signature: WebAuthnSignature,
  { head, tail }: ClientDataParts,
): boolean {
  return (
    bytesFromHex(signature.authenticatorData).length === AUTHENTICATOR_DATA_LENGTH &&
    head.length > 0 &&
    head.length <= MAX_HEAD_LENGTH &&
    tail.length <= MAX_TAIL_LENGTH &&
    signature.typeIndex <= MAX_TYPE_INDEX &&
    call.expiration <= MAX_EXPIRATION
  )
}

function encodePacked(call: ExecuteCall, signature: WebAuthnSignature, { head, tail }: ClientDataParts): Hex {
  const isUsual = sameBytes(head, USUAL_HEAD) && signature.typeIndex === USUAL_TYPE_INDEX
  const hasValue = call.value !== 0n
  const hasFee =
    call.fee !== 0n || BigInt(call.feeCoinAddress) !== 0n || BigInt(call.feeWithdrawAddress) !== 0n
  return hexFromBytes(
    joinBytes([
      PACKED_SELECTOR,
      uint(32, signature.r),
      uint(32, signature.s),
      address(call.toAddress),
      uint(5, call.expiration),
      bytesFromHex(signature.authenticatorData).subarray(RP_ID_HASH_LENGTH),
      Uint8Array.of((hasValue ? HAS_VALUE : 0) | (hasFee ? HAS_FEE : 0)),
      uint(1, isUsual ? 0n : BigInt(head.length)),
      uint(2, BigInt(tail.length)),
      ...(isUsual ? [] : [uint(2, signature.typeIndex)]),
      ...(hasValue ? [uint(32, call.value)] : []),
      ...(hasFee ? [uint(32, call.fee), address(call.feeCoinAddress), address(call.feeWithdrawAddress)] : []),
      ...(isUsual ? [] : [head]),
      tail,
      bytesFromHex(call.data),
    ]),
  )
}

export const PACKED_SELECTOR = bytesFromHex(
  encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'executePacked' }),
)

function encodeLong(call: ExecuteCall, signature: Hex): Hex {
  return encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'execute',
    args: [
      call.toAddress,
      call.value,
      call.data,
      call.expiration,
      call.fee,
      call.feeCoinAddress,
      call.feeWithdrawAddress,
      signature,
    ],
  })
}

/** A big-endian number in so many bytes; the caller has checked that it fits, or it is a uint256. */
const uint = (length: number, value: bigint) => uintWord(value).subarray(32 - length)

const address = (text: string) => addressWord(text).subarray(12)
