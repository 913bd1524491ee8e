import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import { bytesFromText } from '#protocol/signing/utf8.ts'
import { addressSchema, datetimeSchema, hashSchema, matching, pageQuery, uuidSchema } from './fields.ts'
import { MESSAGE_STATES, sentMessageSchema } from './held-messages.ts'
import { heldTokenSchema } from './holdings.ts'
import { simulationOutcomeSchema } from './simulation.ts'
import { TOKEN_STANDARDS } from './token-functions.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'
import { bypassedFields, signedCallFields } from './transactions.ts'
import { usedKeySchema, WALLET_PROTECTIONS } from './wallets.ts'

/** A person's possible decisions. `report` declines a transaction that the person never requested. */
export const DECISIONS = ['approve', 'reject', 'report'] as const
export type Decision = (typeof DECISIONS)[number]

/**
 * The signed content of a decision about a transaction or a message. The server creates a new `nonce` for each
 * ceremony.
 */
export type SignedDecision = { uuid: string; digest: string; decision: Decision; nonce: string }

const CHALLENGE_DOMAIN = 'latchkey approval 1'

/**
 * The WebAuthn challenge of a decision, 32 bytes. It binds uuid, digest and decision, so the signature is valid
 * for no other decision. JSON of an array of strings is unambiguous. The approval app recomputes it from the
 * displayed values. Source: profile 9 (ADR 0011).
 */
export function approvalChallenge(signed: SignedDecision): Uint8Array<ArrayBuffer> {
  const { uuid, digest, decision, nonce } = signed
  const text = JSON.stringify([CHALLENGE_DOMAIN, uuid.toLowerCase(), digest.toLowerCase(), decision, nonce])
  return new Uint8Array(sha256(bytesFromText(text)))
}

/*
 * The approval app's API below `/approve/api`. Its only credentials are the end-user's approval passkey and a
 * session made with it. Responses use the envelope. Source: profile 9 (ADR 0011).
 */

/** SHA-256 of an image's bytes, in hex. */
const digestSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The two digits that the widget displays and the approver has to pick. */
export const numberSchema = z
  .number('must be a number')
  .check(z.refine((value) => Number.isInteger(value) && value >= 10 && value <= 99, 'must have two digits'))

/**
 * The organization as its approvers see it. `organizationLogo`: the digest of its logo, at `GET
 * /logos/{digest}`. `forOrganization`: this person approves transactions of the organization's own wallets and
 * is not an end-user (ADR 0014).
 */
const brandFields = {
  organizationName: z.string(),
  organizationLogo: z.optional(digestSchema),
  forOrganization: z.optional(z.literal(true)),
}
export const brandSchema = z.object(brandFields)
export type Brand = z.infer<typeof brandSchema>

/** `GET /session`: whether this browser is signed in, and as which user. */
export const approverSessionSchema = z.union([
  z.object({ signedIn: z.literal(false) }),
  z.object({
    signedIn: z.literal(true),
    email: z.string(),
    ...brandFields,
    expiresAtDatetime: datetimeSchema,
  }),
])
export type ApproverSession = z.infer<typeof approverSessionSchema>

export const doneSchema = z.object({ success: z.literal(true) })

/** Changes of an approval wallet's keys. */
export const KEY_CHANGES = ['add', 'remove'] as const
export type KeyChange = (typeof KEY_CHANGES)[number]

/** Whether a passkey is a key of the person's approval wallet on the chain. `unknown`: the chain could not be read. */
const KEY_STATES = ['key', 'no-key', 'unknown'] as const

const coordinateSchema = matching(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
/** A P-256 public key. */
export const keySchema = z.strictObject({ qx: coordinateSchema, qy: coordinateSchema })

/**
 * `GET /passkeys`: the person's approval passkeys. `synced`: the passkey is on more than one device. `coSigner`: the
 * address of the person's approval wallet, on passkeys that sign for it. Other passkeys decide only about
 * transactions that the service holds, and sign nothing on the chain. `chainKey`: undefined until the approval wallet
 * is deployed. `publicKey`: undefined if no wallet can use the key. `otherKeys`: the keys of the approval wallet that
 * belong to none of these passkeys. Undefined if there are none.
 */
export const approverPasskeyListSchema = z.array(
  z.object({
    id: z.string(),
    synced: z.boolean(),
    coSigner: z.optional(addressSchema),
    chainKey: z.optional(z.enum(KEY_STATES)),
    publicKey: z.optional(keySchema),
    otherKeys: z.optional(z.array(keySchema)),
    createdAtDatetime: datetimeSchema,
    lastUsedAtDatetime: datetimeSchema,
  }),
)
export type ApproverPasskey = z.infer<typeof approverPasskeyListSchema>[number]

/** Maximum length of the comment with a decision. */
export const COMMENT_LENGTH_MAX = 200

/**
 * The people of the organization who are asked about one transaction or message. `self` marks the signed-in person.
 * Without `decision` the person has not decided yet. Undefined if an end-user decides.
 */
const sharedApprovalFields = {
  approvalsRequired: z.optional(z.int()),
  approvers: z.optional(
    z.array(
      z.object({
        name: z.string(),
        self: z.optional(z.literal(true)),
        decision: z.optional(z.enum(['approve', 'reject'])),
        decidedAtDatetime: z.optional(datetimeSchema),
        comment: z.optional(z.string()),
        carriedOver: z.optional(z.literal(true)),
        removed: z.optional(z.literal(true)),
      }),
    ),
  ),
}
const sharedApprovalSchema = z.object(sharedApprovalFields)
export type SharedApproval = z.infer<typeof sharedApprovalSchema>

/**
 * A transaction for its end-user. The call's fields are the stored, signed ones: the app computes the digest from
 * them and decodes `data` itself. `numbers`: three while it is pending, in random order. `executableUntil`: on a
 * FAILED one, the time until which the signature can still be executed. `secondsLeft`: seconds by the service's clock
 * until a pending one expires, or until `executableUntil`; 0 for any other. `simulation`: the outcome, only if a
 * single pending one is read. `outside`: the transaction was never held. The service found it on the chain at
 * `heldAtDatetime`, and `expiresAtDatetime` is the same. `held`: the tokens of the call whose number may be an amount
 * or an item, each with the standard under which the wallet holds it. `protection`, `otherCoSigner` and
 * `coSignerUntilDatetime`: the wallet's present state, only if a single transaction is read. Undefined if the chain
 * could not be read. `otherCoSigner`: the co-signer, if no passkey of this person signs for it. `requestedBy`: the
 * person or the system that requested it, as the organization names it, for approvers of the organization.
 */
export const heldTransactionSchema = z.object({
  transactionUuid: uuidSchema,
  status: z.enum(TRANSACTION_STATES),
  organizationName: z.string(),
  forOrganization: z.optional(z.literal(true)),
  walletAddress: addressSchema,
  walletLabel: z.string(),
  chainId: z.number(),
  digest: hashSchema,
  ...signedCallFields,
  numbers: z.optional(z.array(numberSchema)),
  requestedBy: z.optional(z.string()),
  ...sharedApprovalFields,
  heldAtDatetime: datetimeSchema,
  expiresAtDatetime: datetimeSchema,
  secondsLeft: z.number(),
  decidedAtDatetime: z.optional(datetimeSchema),
  reported: z.boolean(),
  transactionHash: z.optional(hashSchema),
  reason: z.optional(z.string()),
  ...bypassedFields,
  executableUntil: z.optional(datetimeSchema),
  simulation: z.optional(simulationOutcomeSchema),
  held: z.optional(z.array(heldTokenSchema)),
  protection: z.optional(z.enum(WALLET_PROTECTIONS)),
  otherCoSigner: z.optional(addressSchema),
  coSignerUntilDatetime: z.optional(datetimeSchema),
})
export type HeldTransaction = z.infer<typeof heldTransactionSchema>
export const heldTransactionListSchema = z.array(heldTransactionSchema)

/**
 * A signed message for its approver. `message` is the stored one: the app reads it and computes hash and digest
 * from it. `numbers`, `secondsLeft` and `reported` are as in a transaction. `coSigner`: the approval wallet
 * that the digest names. An approval is then its co-signature. Undefined if the digest names no approval wallet
 * of this person.
 */
export const heldMessageSchema = z.object({
  messageUuid: uuidSchema,
  status: z.enum(MESSAGE_STATES),
  organizationName: z.string(),
  forOrganization: z.optional(z.literal(true)),
  walletAddress: addressSchema,
  walletLabel: z.string(),
  chainId: z.number(),
  message: sentMessageSchema,
  origin: z.string(),
  coSigner: z.optional(addressSchema),
  numbers: z.optional(z.array(numberSchema)),
  ...sharedApprovalFields,
  heldAtDatetime: datetimeSchema,
  secondsLeft: z.number(),
  decidedAtDatetime: z.optional(datetimeSchema),
  reported: z.boolean(),
})
export type HeldMessage = z.infer<typeof heldMessageSchema>
export const heldMessageListSchema = z.array(heldMessageSchema)

/** `GET /history`: decided and ended transactions, newest first. `nextCursor` is set while there are more. */
export const historyQuerySchema = z.strictObject({ cursor: pageQuery.cursor })
export const historySchema = z.object({
  transactions: heldTransactionListSchema,
  nextCursor: z.optional(z.string()),
})

/**
 * A passkey that suffices to sign for a wallet. `addedAtDatetime`: when the service found its addition on the chain.
 * Undefined for the first passkey, and for one that a recovery added.
 */
const guardedPasskeySchema = z.extend(usedKeySchema, { addedAtDatetime: z.optional(datetimeSchema) })
export type GuardedPasskey = z.infer<typeof guardedPasskeySchema>

/**
 * `GET /wallets/{walletAddress}`: the keys and the co-signer that the chain reports now for a wallet of the person.
 * `otherCoSigner`: the co-signer, if no passkey of this person signs for it. `keys`: number of passkeys that suffice to
 * sign. `passkeys` lists them, the newest first; an older service omits the list. `removal`: when the co-signer's power
 * ends, and whether the person can still object. `objected`: the person has objected.
 */
export const guardedWalletSchema = z.object({
  walletAddress: addressSchema,
  walletLabel: z.string(),
  organizationName: z.string(),
  chainId: z.number(),
  protection: z.enum(WALLET_PROTECTIONS),
  otherCoSigner: z.optional(addressSchema),
  keys: z.number(),
  passkeys: z.optional(z.array(guardedPasskeySchema)),
  removal: z.optional(
    z.object({ untilDatetime: datetimeSchema, objected: z.boolean(), canObject: z.boolean() }),
  ),
})
export type GuardedWallet = z.infer<typeof guardedWalletSchema>

/** `GET /tokens`: the deployment's verified tokens. The app uses their names to display a call's tokens. */
export const knownTokenListSchema = z.array(
  z.object({
    address: addressSchema,
    standard: z.enum(TOKEN_STANDARDS),
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
  }),
)
export type KnownTokenList = z.infer<typeof knownTokenListSchema>

/**
 * `GET /mutes`: wallets whose notifications are muted for a while because one of their transactions was
 * reported.
 */
export const muteListSchema = z.array(
  z.object({ walletAddress: addressSchema, walletLabel: z.string(), untilDatetime: datetimeSchema }),
)
export type MuteList = z.infer<typeof muteListSchema>
