import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { decodeDerSignature } from '#protocol/passkey/der.ts'
import { lowS, P256_ORDER } from '#protocol/passkey/low-s.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex, hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { encodeSignature } from '#protocol/signing/signature.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { softwarePasskey } from '#protocol/testing/p256.ts'
import { viemDigest } from '#protocol/testing/viem-digest.ts'
import { baseCall, CHAIN_ID } from './digest-vectors.ts'
import { seededAddress, seededBytes, seededHash, seededKey } from './seeded-values.ts'

/** The contract's verdict on the long form. The words are those of `WebAuthnVerifier.Rejection`. */
export type Verdict =
  | 'None'
  | 'Malformed'
  | 'WrongRelyingParty'
  | 'UserNotPresent'
  | 'UserNotVerified'
  | 'WrongClientData'
  | 'WrongSignature'

/** The difference between a vector and a usual assertion over the base call. */
export type Variant = {
  name: string
  verdict?: Verdict
  call?: Partial<ExecuteCall>
  flags?: number
  rpId?: string
  /** The bytes of authenticatorData from offset 37. */
  extensions?: Hex
  /** The clientDataJSON around `"challenge":"…"`. */
  head?: string
  tail?: string
  /** Whether to sign a digest other than the call's. */
  otherDigest?: boolean
  otherKey?: boolean
  indexes?: { challengeIndex?: bigint; typeIndex?: bigint }
  scalars?: (r: bigint, s: bigint) => { r: bigint; s: bigint }
}

export const RP_ID = 'shop.example.com'
const USUAL_HEAD = '{"type":"webauthn.get",'
const USUAL_TAIL = ',"origin":"https://shop.example.com","crossOrigin":false}'
const GREASE =
  ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}'
const TYPE = '"type":"webauthn.get"'
const noFee = { fee: 0n, feeCoinAddress: baseCall.walletAddress, feeWithdrawAddress: baseCall.walletAddress }

const ZERO = '0x0000000000000000000000000000000000000000'

const calls: Variant[] = [
  { name: 'base' },
  { name: 'no fee', call: { fee: 0n, feeCoinAddress: ZERO, feeWithdrawAddress: ZERO } },
  { name: 'fee of zero in a coin', call: noFee },
  { name: 'fee in no coin', call: { feeCoinAddress: ZERO } },
  { name: 'value', call: { value: 10n ** 18n } },
  { name: 'value of one wei', call: { value: 1n } },
  { name: 'no data', call: { data: '0x' } },
  { name: 'one byte of data', call: { data: '0x00' } },
  { name: '1000 bytes of data', call: { data: seededBytes('long data', 1000) } },
  { name: 'last packed expiration', call: { expiration: 2n ** 40n - 1n } },
  { name: 'first expiration beyond 40 bits', call: { expiration: 2n ** 40n } },
  { name: 'largest expiration', call: { expiration: 2n ** 256n - 1n } },
  ...Array.from({ length: 12 }, (_, number): Variant => ({
    name: `random call ${number}`,
    call: {
      toAddress: seededAddress(`call ${number} to`),
      value: BigInt(number) * 10n ** 15n,
      data: seededBytes(`call ${number} data`, 7 * number),
      expiration: 1_800_000_001n + BigInt(number),
    },
  })),
]

const accepted: Variant[] = [
  { name: 'port', tail: ',"origin":"http://localhost:4000","crossOrigin":false}' },
  { name: 'no crossOrigin', tail: ',"origin":"https://shop.example.com"}' },
  {
    name: 'frame',
    tail: ',"origin":"https://pay.shop.example.com","crossOrigin":true,"topOrigin":"https://shop.example.com"}',
  },
  {
    name: 'Chromium with an extra key',
    tail: `,"origin":"https://shop.example.com","crossOrigin":false${GREASE}`,
  },
  {
    name: 'Android app',
    tail: ',"origin":"android:apk-key-hash:abc","androidPackageName":"com.example"}',
  },
  {
    name: 'extra object behind',
    tail: `,"origin":"https://shop.example.com","extraData":{"type":"x","a":[1,{}]}}`,
  },
  { name: 'challenge first', head: '{', tail: `,"origin":"https://shop.example.com",${TYPE}}` },
  { name: 'challenge first, type next', head: '{', tail: `,${TYPE},"origin":"https://shop.example.com"}` },
  {
    name: 'Firefox with extensions',
    head: '{',
    tail: `,"clientExtensions":{},"hashAlgorithm":"SHA-256","origin":"https://shop.example.com",${TYPE}}`,
  },
  { name: 'origin first', head: `{"origin":"https://shop.example.com",${TYPE},`, tail: '}' },
  {
    name: 'another script before',
    head: `{"name":"ключ 🔑 鍵",${TYPE},`,
    tail: ',"origin":"https://shop.example.com"}',
  },
  {
    name: 'escapes before',
    head: `{"a":"\\\\\\"}{][\\u0041",${TYPE},`,
    tail: ',"origin":"https://shop.example.com"}',
  },
  {
    name: 'objects before',
    head: `{"a":{"b":[{},{"type":"webauthn.create"}]},${TYPE},`,
    tail: ',"origin":"x"}',
  },
  { name: 'a head of 255 bytes', head: `{"a":"${'x'.repeat(225)}",${TYPE},`, tail: ',"origin":"x"}' },
  { name: 'a head of 256 bytes', head: `{"a":"${'x'.repeat(226)}",${TYPE},`, tail: ',"origin":"x"}' },
  { name: 'a long tail', tail: `,"origin":"https://${'x'.repeat(2000)}.example.com"}` },
  { name: 'synchronised passkey', flags: 0x1d },
  { name: 'eligible for backup', flags: 0x0d },
  { name: 'extension output', flags: 0x85, extensions: '0xa16b6372656450726f7465637402' },
]

const refused: Variant[] = [
  { name: 'user not present', flags: 0x04, verdict: 'UserNotPresent' },
  { name: 'user not verified', flags: 0x01, verdict: 'UserNotVerified' },
  { name: 'no flags', flags: 0x00, verdict: 'UserNotPresent' },
  { name: 'other relying party', rpId: 'evil.example', verdict: 'WrongRelyingParty' },
  { name: 'parent domain', rpId: 'example.com', verdict: 'WrongRelyingParty' },
  { name: 'creation', head: '{"type":"webauthn.create",', verdict: 'WrongClientData' },
  { name: 'other digest', otherDigest: true, verdict: 'WrongClientData' },
  { name: 'other key', otherKey: true, verdict: 'WrongSignature' },
  {
    name: 'type in a nested object',
    head: '{',
    tail: `,"type":"webauthn.create","a":{${TYPE}}}`,
    verdict: 'WrongClientData',
  },
  { name: 'challenge in a nested object', head: `{${TYPE},"a":{`, tail: '}}', verdict: 'WrongClientData' },
  { name: 'both in a nested object', head: `{"a":{${TYPE},`, tail: '}}', verdict: 'WrongClientData' },
  { name: 'an array around', head: `[{${TYPE},`, tail: '}]', verdict: 'WrongClientData' },
  { name: 'a space before type', head: `{ ${TYPE},`, tail: '}', verdict: 'WrongClientData' },
  { name: 'wrong typeIndex', indexes: { typeIndex: 2n }, verdict: 'WrongClientData' },
  { name: 'huge typeIndex', indexes: { typeIndex: 2n ** 256n - 1n }, verdict: 'WrongClientData' },
  { name: 'wrong challengeIndex', indexes: { challengeIndex: 22n }, verdict: 'WrongClientData' },
  { name: 'huge challengeIndex', indexes: { challengeIndex: 2n ** 256n - 1n }, verdict: 'WrongClientData' },
  { name: 'high s', scalars: (r, s) => ({ r, s: P256_ORDER - s }), verdict: 'WrongSignature' },
  { name: 's of zero', scalars: (r) => ({ r, s: 0n }), verdict: 'WrongSignature' },
  { name: 'r of zero', scalars: (_, s) => ({ r: 0n, s }), verdict: 'WrongSignature' },
  { name: 'r of n', scalars: (_, s) => ({ r: P256_ORDER, s }), verdict: 'WrongSignature' },
  {
    name: 'r and n',
    scalars: (r, s) => ({ r: (r + P256_ORDER) % 2n ** 256n, s }),
    verdict: 'WrongSignature',
  },
  { name: 's of n', scalars: (r) => ({ r, s: P256_ORDER }), verdict: 'WrongSignature' },
  { name: 'swapped', scalars: (r, s) => ({ r: s, s: lowS(r) }), verdict: 'WrongSignature' },
]

/** Signed calls with the contract's verdict, and the calldata from `encodeExecuteCall`. */
export function executeCallVectors() {
  return [...calls, ...accepted, ...refused].map(vector)
}

function vector(variant: Variant, number: number) {
  const rpIdHash = hashText(RP_ID)
  const passkey = softwarePasskey(seededKey(`key ${number}`), rpIdHash)
  const signer = variant.otherKey === true ? softwarePasskey(seededKey('other key'), rpIdHash) : passkey
  const wallet = walletAddress({ factory: seededAddress('factory'), qx: passkey.x, qy: passkey.y, rpIdHash })
  const call = { ...baseCall, ...variant.call, walletAddress: wallet }
  const digest = viemDigest(CHAIN_ID, call)
  const signature = signVariant(variant, signer, digest)
  return {
    name: variant.name,
    qx: passkey.x,
    qy: passkey.y,
    rpIdHash,
    ...call,
    digest,
    signature,
    calldata: encodeExecuteCall(call, signature),
    verdict: variant.verdict ?? 'None',
  }
}

/** The tuple of an assertion over a digest, with a vector's changes. */
export function signVariant(
  variant: Partial<Variant>,
  passkey: ReturnType<typeof softwarePasskey>,
  digest: Hex,
): Hex {
  const signed = variant.otherDigest === true ? seededHash('other digest') : digest
  const head = variant.head ?? USUAL_HEAD
  const challenge = `"challenge":"${base64Url(bytesFromHex(signed))}"`
  const clientDataJSON = head + challenge + (variant.tail ?? USUAL_TAIL)
  const authenticatorData = joinBytes([
    bytesFromHex(hashText(variant.rpId ?? RP_ID)),
    Uint8Array.of(variant.flags ?? 0x05, 0, 0, 0, 9),
    bytesFromHex(variant.extensions ?? '0x'),
  ])
  const answer = passkey.sign(digest, { clientDataJSON, authenticatorData })
  const { r, s } = decodeDerSignature(answer.signature)
  const low = { r, s: lowS(s) }
  const typeStart = clientDataJSON.indexOf(TYPE)
  return encodeSignature({
    authenticatorData: hexFromBytes(authenticatorData),
    clientDataJSON,
    challengeIndex: variant.indexes?.challengeIndex ?? byteLength(head),
    typeIndex: variant.indexes?.typeIndex ?? byteLength(clientDataJSON.slice(0, Math.max(typeStart, 1))),
    ...(variant.scalars?.(low.r, low.s) ?? low),
  })
}

function byteLength(text: string): bigint {
  return BigInt(bytesFromText(text).length)
}

/** SHA-256 of a text, such as a relying party id. */
export function hashText(text: string): Hex {
  return hexFromBytes(sha256(bytesFromText(text)))
}
