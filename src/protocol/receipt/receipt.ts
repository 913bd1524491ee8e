import { sha256 } from '@noble/hashes/sha2.js'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { canonical } from '#protocol/canonical-json.ts'
import {
  addressSchema,
  datetimeSchema,
  hashSchema,
  hexBytesSchema,
  uintSchema,
  uuidSchema,
} from '#protocol/fields.ts'
import { SIGNATURE_BYTES_MAX } from '#protocol/limits.ts'
import { parseExecuteCall, type ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { encodeSignature, type WebAuthnSignature } from '#protocol/signing/signature.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { signedCallFields } from '#protocol/transactions.ts'

const BASE64_URL = /^[A-Za-z0-9_-]+$/
const word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 lower-case hex digits'))
const publicKeySchema = z.strictObject({ x: word, y: word })
/** The highest number of a key in a wallet. */
const KEY_NUMBER_MAX = 7

/**
 * The service's statement about a transaction on the chain. Everything but `approval`, `organization`,
 * `transactionUuid` and `issuedAtDatetime` can be verified without trusting the service (ADR 0019). `approval`
 * is only set for a held transaction: when its end-user approved, and the SHA-256 of the credential that signed
 * it.
 */
export const receiptBodySchema = z.strictObject({
  version: z.literal(1),
  issuer: z.string().check(z.regex(/^https?:\/\/[^\s/?#]+$/, 'must be an origin')),
  issuedAtDatetime: datetimeSchema,
  organization: z.strictObject({ id: uuidSchema, name: z.string().check(z.maxLength(200)) }),
  transactionUuid: uuidSchema,
  chainId: z.number().check(z.refine((id) => Number.isSafeInteger(id) && id > 0, 'must be a chain id')),
  wallet: z.strictObject({
    address: addressSchema,
    factory: addressSchema,
    rpIdHash: word,
    /** The signing passkey, as the two coordinates of a P-256 key. */
    publicKey: publicKeySchema,
    /**
     * The number of the key in the signature. Undefined if the signature has no number, as for the main key (profile
     * 2).
     */
    keyNumber: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(KEY_NUMBER_MAX))),
  }),
  /**
   * The signed call (profile 3). `value` is in wei, `fee` in the coin's base units, `expiration` in Unix
   * seconds.
   */
  call: z.strictObject({ ...signedCallFields, expiration: uintSchema }),
  dataHash: hashSchema,
  digest: hashSchema,
  /** The passkey's signature as verified by the wallet contract (profile 4). */
  signature: z.strictObject({
    authenticatorData: hexBytesSchema(SIGNATURE_BYTES_MAX),
    clientDataJSON: z.string().check(z.maxLength(SIGNATURE_BYTES_MAX)),
    challengeIndex: uintSchema,
    typeIndex: uintSchema,
    r: uintSchema,
    s: uintSchema,
  }),
  /** The co-signer's signature over the same digest. Undefined if the wallet had no co-signer (profile 14). */
  coSignature: z.optional(
    z.strictObject({
      coSigner: addressSchema,
      signature: hexBytesSchema(SIGNATURE_BYTES_MAX),
      /**
       * The first passkey of a co-signer that is a wallet of the same factory. The co-signer's address is derived from
       * it.
       */
      passkey: z.optional(z.strictObject({ rpIdHash: word, publicKey: publicKeySchema })),
    }),
  ),
  approval: z.optional(
    z.strictObject({
      decision: z.literal('approved'),
      decidedAtDatetime: datetimeSchema,
      credentialIdHash: word,
    }),
  ),
  /** The outcome on the chain: the transaction that executed the call, and its block. */
  outcome: z.strictObject({
    status: z.enum(['CONFIRMED', 'FAILED']),
    transactionHash: hashSchema,
    blockNumber: uintSchema,
    blockHash: hashSchema,
  }),
})
export type ReceiptBody = z.infer<typeof receiptBodySchema>

/** A signed receipt, as downloaded. It is strict, because no check covers unknown fields. */
export const receiptSchema = z.extend(receiptBodySchema, {
  /**
   * Ed25519 over `receiptMessage` of the rest. Key and signature are base64url, `keyId` is from `receiptKeyId`.
   */
  proof: z.strictObject({
    type: z.literal('Ed25519'),
    keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits')),
    publicKey: z.string().check(z.regex(BASE64_URL), z.length(43, 'must be 32 bytes in base64url')),
    value: z.string().check(z.regex(BASE64_URL), z.length(86, 'must be 64 bytes in base64url')),
  }),
})
export type Receipt = z.infer<typeof receiptSchema>

/** The keys with which a deployment signs receipts now or signed them before, as a JWK Set (RFC 7517, 8037). */
export const receiptKeysSchema = z.object({
  keys: z.array(
    z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string(), x: z.string() }),
  ),
})
export type ReceiptKeys = z.infer<typeof receiptKeysSchema>
/** The public path of a deployment's keys. */
export const RECEIPT_KEYS_PATH = '/.well-known/latchkey-receipt-keys'

/** Prefix that separates the signatures of receipts from all other signatures. */
const PREFIX = 'latchkey receipt 1\n'

/**
 * The bytes that the service signs: the receipt without its proof, as JSON with every object's keys sorted and
 * no white space (RFC 8785; a receipt's numbers are integers). The file's layout does not matter.
 */
export function receiptMessage(body: ReceiptBody): Uint8Array {
  return bytesFromText(`${PREFIX}${canonical(body)}`)
}

/** A key's id: the first 16 hex digits of its SHA-256. */
export function receiptKeyId(publicKey: Uint8Array): string {
  return hexFromBytes(sha256(publicKey)).slice(2, 18)
}

/** The call of a receipt in the form that is hashed and sent. */
export function signedCall({ wallet, call }: Pick<ReceiptBody, 'wallet' | 'call'>): ExecuteCall {
  return parseExecuteCall({ walletAddress: wallet.address, ...call })
}

/** The passkey's signature of a receipt. */
export function receiptSignature({ signature }: Pick<ReceiptBody, 'signature'>): WebAuthnSignature {
  return {
    authenticatorData: hexFromBytes(bytesFromHex(signature.authenticatorData)),
    clientDataJSON: signature.clientDataJSON,
    challengeIndex: BigInt(signature.challengeIndex),
    typeIndex: BigInt(signature.typeIndex),
    r: BigInt(signature.r),
    s: BigInt(signature.s),
  }
}

/** The signature as it was submitted: the passkey's tuple, the number of its key, and the co-signature. */
export function submittedSignature(body: Pick<ReceiptBody, 'signature' | 'wallet' | 'coSignature'>): Hex {
  const { coSignature } = body
  return joinSignature({
    tuple: encodeSignature(receiptSignature(body)),
    keyNumber: body.wallet.keyNumber,
    coSignature: coSignature && hexFromBytes(bytesFromHex(coSignature.signature)),
  })
}
