import { encodeFunctionData, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import type { ExecuteCall } from './execute-digest.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from './hex.ts'
import { joinSignature, shortCoSignature, splitSignature } from './joined-signature.ts'
import { packAssertion, type PackedAssertion } from './packed-assertion.ts'
import { decodeSignature, SignatureError, type WebAuthnSignature } from './signature.ts'
import { addressWord, fixedUint } from './word.ts'

/** Bits of the byte that flags the optional parts. */
export const HAS_VALUE = 1
export const HAS_FEE = 2
export const HAS_NUMBER = 4
export const HAS_CO_SIGNATURE = 8

/** Maximum values of the packed form's fields. `PackedExecute.sol` has the table. */
const MAX_EXPIRATION = 0xff_ffff_ffffn
const MAX_CO_SIGNATURE_LENGTH = 0xffff

/**
 * Calldata that submits a signed call to the wallet contract: `executePacked` for an assertion of the usual shape,
 * else `execute`. The packed form is 400 to 500 bytes shorter. The signed content is the same in both.
 *
 * The packed form omits the rpIdHash and the challenge, which the wallet inserts itself. An assertion made for
 * another domain or another digest is refused in both forms, but with different errors. Check it first
 * (`checkAssertion`) to save the gas. A co-signature of an approval wallet is written in its short form.
 *
 * @param call The call as it was signed.
 * @param signature Profile 4, canonical as `joinSignature` writes it: the tuple, then the number of the key and the
 * co-signature if they are needed.
 * @param decoded The result of `decodeSignature` for the tuple of the same signature, if available.
 * @throws SignatureError if the signature is not canonical
 * @throws RangeError for a number outside uint256 or an invalid address
 * @throws HexError for invalid hex
 */
export function encodeExecuteCall(call: ExecuteCall, signature: Hex, decoded?: WebAuthnSignature): Hex {
  const { tuple, keyNumber, coSignature } = splitSignature(signature)
  if (keyNumber === 0 && coSignature === undefined)
    throw new SignatureError('signature must omit the number of the main key')
  const joined = { tuple, keyNumber, coSignature: coSignature && shortCoSignature(coSignature) }
  const assertion = packAssertion(decoded ?? decodeSignature(tuple))
  const coSigned = bytesFromHex(joined.coSignature ?? '0x')
  const isPackable = call.expiration <= MAX_EXPIRATION && coSigned.length <= MAX_CO_SIGNATURE_LENGTH
  if (assertion === undefined || !isPackable) return encodeLong(call, joinSignature(joined))
  return encodePacked(call, assertion, { keyNumber: keyNumber ?? 0, coSignature: coSigned })
}

function encodePacked(
  call: ExecuteCall,
  { r, s, flagsAndCount, typeIndex, head, tail }: PackedAssertion,
  { keyNumber, coSignature }: { keyNumber: number; coSignature: Uint8Array },
): Hex {
  const hasValue = call.value !== 0n
  const hasFee =
    call.fee !== 0n || BigInt(call.feeCoinAddress) !== 0n || BigInt(call.feeWithdrawAddress) !== 0n
  const hasNumber = keyNumber !== 0
  const hasCoSignature = coSignature.length > 0
  const parts =
    (hasValue ? HAS_VALUE : 0) |
    (hasFee ? HAS_FEE : 0) |
    (hasNumber ? HAS_NUMBER : 0) |
    (hasCoSignature ? HAS_CO_SIGNATURE : 0)
  return hexFromBytes(
    joinBytes([
      PACKED_SELECTOR,
      fixedUint(32, r),
      fixedUint(32, s),
      address(call.toAddress),
      fixedUint(5, call.expiration),
      flagsAndCount,
      Uint8Array.of(parts),
      fixedUint(1, BigInt(head.length)),
      fixedUint(2, BigInt(tail.length)),
      ...(head.length === 0 ? [] : [fixedUint(2, typeIndex)]),
      ...(hasValue ? [fixedUint(32, call.value)] : []),
      ...(hasFee
        ? [fixedUint(32, call.fee), address(call.feeCoinAddress), address(call.feeWithdrawAddress)]
        : []),
      ...(hasNumber ? [Uint8Array.of(keyNumber)] : []),
      ...(hasCoSignature ? [fixedUint(2, BigInt(coSignature.length)), coSignature] : []),
      head,
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

const address = (text: string) => addressWord(text).subarray(12)
