import type { Hex } from 'viem'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { bytesFromHex, hexFromBytes, joinBytes, sameBytes } from './hex.ts'
import type { WebAuthnSignature } from './signature.ts'
import { bytesFromText, textFromBytes } from './utf8.ts'

/** authenticatorData of an assertion without extensions: rpIdHash, flags (1), signature counter (4). */
const AUTHENTICATOR_DATA_LENGTH = 37
const RP_ID_HASH_LENGTH = 32

/**
 * The bytes before the challenge if the names of clientDataJSON are in their usual order. The packed form omits these
 * bytes.
 */
const USUAL_HEAD = bytesFromText('{"type":"webauthn.get",')
const USUAL_TYPE_INDEX = 1n

const CHALLENGE_KEY = bytesFromText('"challenge":"')
/** Length of 32 bytes in base64url. */
const CHALLENGE_LENGTH = 43
const QUOTE = 0x22

/** Maximum values of the fields of the packed forms: `PackedExecute.sol` and `JoinedSignature.sol` have the tables. */
const MAX_HEAD_LENGTH = 0xff
const MAX_TAIL_LENGTH = 0xffff
const MAX_TYPE_INDEX = 0xffffn

/**
 * An assertion without the rpIdHash and the challenge, which a wallet inserts itself
 * (`WebAuthnVerifier.PackedAssertion`).
 */
export type PackedAssertion = {
  r: bigint
  s: bigint
  /** authenticatorData from byte 32 on: flags (1), signature counter (4). */
  flagsAndCount: Uint8Array
  /** Has no meaning if `head` is empty. */
  typeIndex: bigint
  /** Bytes before `"challenge":"`. Empty if the names are in their usual order. */
  head: Uint8Array
  /** Bytes after the challenge's closing quote. */
  tail: Uint8Array
}

/** Packs an assertion. Returns undefined if the packed forms cannot express it. */
export function packAssertion(signature: WebAuthnSignature): PackedAssertion | undefined {
  const { r, s, typeIndex } = signature
  const authenticatorData = bytesFromHex(signature.authenticatorData)
  const parts = splitClientData(signature)
  if (parts === undefined || authenticatorData.length !== AUTHENTICATOR_DATA_LENGTH) return undefined
  const { head, tail } = parts
  const isHeadPackable = head.length > 0 && head.length <= MAX_HEAD_LENGTH
  if (!isHeadPackable || tail.length > MAX_TAIL_LENGTH || typeIndex > MAX_TYPE_INDEX) return undefined
  const isUsual = sameBytes(head, USUAL_HEAD) && typeIndex === USUAL_TYPE_INDEX
  return {
    r,
    s,
    flagsAndCount: authenticatorData.subarray(RP_ID_HASH_LENGTH),
    typeIndex,
    head: isUsual ? new Uint8Array(0) : head,
    tail,
  }
}

/** Rebuilds the assertion over a digest. Throws `Utf8Error` if head or tail are not UTF-8. */
export function unpackAssertion(
  packed: PackedAssertion,
  { digest, rpIdHash }: { digest: Hex; rpIdHash: Hex },
): WebAuthnSignature {
  const isUsual = packed.head.length === 0
  const head = isUsual ? USUAL_HEAD : packed.head
  const challenge = bytesFromText(base64Url(bytesFromHex(digest)))
  const quote = Uint8Array.of(QUOTE)
  return {
    authenticatorData: hexFromBytes(joinBytes([bytesFromHex(rpIdHash), packed.flagsAndCount])),
    clientDataJSON: textFromBytes(joinBytes([head, CHALLENGE_KEY, challenge, quote, packed.tail])),
    challengeIndex: BigInt(head.length),
    typeIndex: isUsual ? USUAL_TYPE_INDEX : packed.typeIndex,
    r: packed.r,
    s: packed.s,
  }
}

/** The parts of clientDataJSON around its challenge. Undefined without a 43-character challenge at the index. */
function splitClientData({
  clientDataJSON,
  challengeIndex,
}: WebAuthnSignature): Pick<PackedAssertion, 'head' | 'tail'> | undefined {
  const json = bytesFromText(clientDataJSON)
  const keyStart = Number(challengeIndex)
  const keyEnd = keyStart + CHALLENGE_KEY.length
  const quote = keyEnd + CHALLENGE_LENGTH
  if (!sameBytes(json.subarray(keyStart, keyEnd), CHALLENGE_KEY) || json[quote] !== QUOTE) return undefined
  return { head: json.subarray(0, keyStart), tail: json.subarray(quote + 1) }
}
