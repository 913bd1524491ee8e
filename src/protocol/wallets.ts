import * as z from 'zod/mini'
import { checkVerificationSchema } from './create-wallet.ts'
import { endpoint } from './endpoint.ts'
import {
  addressParams,
  addressSchema,
  datetimeQuerySchema,
  datetimeSchema,
  exportFormatSchema,
  hashSchema,
  enumSchema,
  pageQuery,
  rpIdHashSchema,
  uintSchema,
  unixSecondsSchema,
} from './fields.ts'

/** One item of `GET /wallets`. Missing texts are empty strings. Source: spec "Wallet list item". */
export const walletSchema = z.object({
  id: z.string(),
  address: addressSchema,
  label: z.string(),
  externalUserId: z.string(),
  externalUserLabel: z.string(),
  createdAtDatetime: datetimeSchema,
})
export type Wallet = z.infer<typeof walletSchema>
export const walletListSchema = z.array(walletSchema)

export const WALLET_OWNERS = ['organization', 'end-user'] as const
/** `deployed`: its contract is on the chain. `submitted`: the deployment is pending. */
export const WALLET_STATES = ['deployed', 'submitted'] as const
/** Whether the end-user of a wallet has enrolled. `missing`: not enrolled, so nothing is held. */
export const WALLET_APPROVERS = ['enrolled', 'missing'] as const
/** `label`: by name, ignoring case. Wallets without a name are last. */
export const WALLET_SORTS = ['newest', 'oldest', 'label'] as const
export type WalletSort = (typeof WALLET_SORTS)[number]

/** Query of `GET /wallets`. Every field is optional, as in the specification. Source: profile 8 (ADR 0018). */
export const listWalletsQuerySchema = z.strictObject({
  limit: pageQuery.limit,
  cursor: z.optional(z.string().check(z.maxLength(400))),
  externalUserId: z.optional(z.string().check(z.maxLength(255))),
  q: z.optional(z.string().check(z.maxLength(255))),
  owner: z.optional(enumSchema(WALLET_OWNERS)),
  state: z.optional(enumSchema(WALLET_STATES)),
  approver: z.optional(enumSchema(WALLET_APPROVERS)),
  sinceDatetime: z.optional(datetimeQuerySchema),
  untilDatetime: z.optional(datetimeQuerySchema),
  sort: z.optional(enumSchema(WALLET_SORTS)),
})
export type ListWalletsQuery = z.infer<typeof listWalletsQuerySchema>

/** Filter and order of a whole list. */
export const walletFilterSchema = z.omit(listWalletsQuerySchema, { limit: true, cursor: true })
/** Query of `GET /api/exports/wallets` (BFF). */
export const exportWalletsQuerySchema = z.extend(walletFilterSchema, { format: exportFormatSchema })
export type WalletListFilter = z.infer<typeof walletFilterSchema>

/**
 * A new passkey that the backup address has proposed. From `effectiveAtSeconds` on, anyone can finish the
 * recovery.
 */
const recoverySchema = z.object({ qx: z.string(), qy: z.string(), effectiveAtSeconds: unixSecondsSchema })

/**
 * The parties that must consent in addition to a passkey. `chain`: the contract requires a co-signature.
 * `service`: the service holds each call for the end-user. `none`: a passkey suffices.
 */
export const WALLET_PROTECTIONS = ['none', 'service', 'chain'] as const
export type WalletProtection = (typeof WALLET_PROTECTIONS)[number]

/**
 * A passkey that suffices to sign for a wallet. `number` is its slot, by which signatures name it. Source:
 * profile 2.
 */
export const walletKeySchema = z.object({ number: z.number(), qx: z.string(), qy: z.string() })

/**
 * A wallet's key with its last use: the time at which the newest signature that this service accepted was stored. Null
 * if the service has accepted none. Signatures that did not pass through the service do not count. Older services omit
 * it.
 */
export const usedKeySchema = z.extend(walletKeySchema, {
  lastUsedAt: z.optional(z.nullable(datetimeSchema)),
})

/**
 * The keys and the co-signer of a wallet. Older services omit these fields. `coSigner`: null if no other address must
 * sign. `coSignerUntil`: null if no removal is pending. `approvalWallet`: the wallet of the end-user's approval
 * passkey. Null if the end-user has no such passkey yet. Source: profile 14.
 */
const authorityFields = {
  coSigner: z.optional(z.nullable(addressSchema)),
  coSignerUntil: z.optional(z.nullable(datetimeSchema)),
  keys: z.optional(z.array(usedKeySchema)),
  approvalWallet: z.optional(z.nullable(addressSchema)),
  protection: z.optional(z.enum(WALLET_PROTECTIONS)),
}

/**
 * One wallet with its passkeys and its recovery. `qx`, `qy`: 64 hex digits, the main passkey that the wallet
 * now accepts. `isKeyReplaced`: the wallet no longer accepts the first passkey. `rpId`: set while the
 * organization has the domain of `rpIdHash`. `requestedBackupAddress`: named at creation, without effect on its
 * own. `onChain`: undefined until the contract is deployed. `backupAddress`: may propose a new passkey; the
 * zero address means that there is none. `transactionHash`: undefined if the wallet was adopted and its deployment
 * is unknown (ADR 0027). Source: ADR 0018.
 */
export const walletDetailsSchema = z.extend(walletSchema, {
  state: z.enum(WALLET_STATES),
  deployedAtDatetime: z.optional(datetimeSchema),
  transactionHash: z.optional(hashSchema),
  qx: z.string(),
  qy: z.string(),
  rpIdHash: rpIdHashSchema,
  rpId: z.optional(z.string()),
  requestedBackupAddress: z.optional(addressSchema),
  onChain: z.optional(
    z.object({
      backupAddress: addressSchema,
      isKeyReplaced: z.boolean(),
      pendingRecovery: z.optional(recoverySchema),
    }),
  ),
  ...authorityFields,
})
export type WalletDetails = z.infer<typeof walletDetailsSchema>

/**
 * `POST /wallets/{address}/finish-recovery`. `transactionHash` is the hash of the transaction that activates the
 * proposed passkey. Undefined if there is no proposal, so a retry is safe.
 */
export const finishedRecoverySchema = z.object({
  success: z.literal(true),
  transactionHash: z.optional(hashSchema),
})

/** Only raster images are passed on, because other formats can contain scripts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/**
 * A collection's own claims about one item, made harmless. `picture` is the image in base64. `problem` is a
 * stable word that says why there is no picture: the contract names none (`none`), its format is not displayed
 * (`kind`), it is too large (`size`), or it could not be fetched (`unreachable`).
 */
export const collectibleSchema = z.object({
  tokenAddress: addressSchema,
  tokenId: uintSchema,
  name: z.string(),
  description: z.string(),
  picture: z.optional(z.object({ mediaType: z.enum(PICTURE_TYPES), base64: z.string() })),
  problem: z.optional(z.enum(['none', 'kind', 'size', 'unreachable'])),
})
export type Collectible = z.infer<typeof collectibleSchema>

/**
 * `GET /api/wallets/{address}/passkey` (BFF): the passkey with which this deployment's widget created a wallet,
 * as reported at that time. Null for wallets created elsewhere. `passkeys`: every passkey that the widget
 * reported for the wallet's keys, with its device name.
 */
export const knownPasskeySchema = z.nullable(
  z.object({
    credentialId: z.string(),
    qx: z.string(),
    qy: z.string(),
    rpId: z.string(),
    createdAtDatetime: datetimeSchema,
    passkeys: z.array(
      z.object({
        credentialId: z.string(),
        qx: z.string(),
        qy: z.string(),
        name: z.optional(z.string()),
        createdAtDatetime: datetimeSchema,
      }),
    ),
  }),
)
export type KnownPasskey = z.infer<typeof knownPasskeySchema>

/** Endpoints beyond the specification: reads and early checks. Source: profile 8 (ADR 0018). */
export const WALLET_ENDPOINTS = {
  checkVerification: endpoint('POST', '/wallets/check-verification', 'wallet:create', {
    role: 'operator',
    body: checkVerificationSchema,
    answer: z.object({ success: z.literal(true) }),
    summary: 'Check the verification code of an email address without using it; a wrong one counts as a try',
    errors: ['INVALID_VERIFICATION_CODE'],
  }),
  listWallets: endpoint('GET', '/wallets', 'wallet:read', {
    specified: true,
    role: 'read-only',
    query: listWalletsQuerySchema,
    answer: walletListSchema,
    summary: 'List the wallets of the organization, newest first by default',
  }),
  getWallet: endpoint('GET', '/wallets/:address', 'wallet:read', {
    role: 'read-only',
    params: addressParams,
    answer: walletDetailsSchema,
    summary: 'Read a wallet with its passkey and its recovery',
    errors: ['CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
  finishRecovery: endpoint('POST', '/wallets/:address/finish-recovery', 'wallet:create', {
    role: 'operator',
    action: 'recovery.finished',
    params: addressParams,
    answer: finishedRecoverySchema,
    summary: 'Finish a recovery: the proposed passkey takes effect after its three days',
    errors: ['TRANSACTION_REVERTS', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
  getCollectible: endpoint('GET', '/wallets/:address/collectibles/:tokenAddress/:tokenId', 'wallet:read', {
    role: 'read-only',
    params: z.strictObject({ address: addressSchema, tokenAddress: addressSchema, tokenId: uintSchema }),
    answer: collectibleSchema,
    summary: 'Read the name and the picture of an item that a wallet holds',
    errors: ['NOT_FOUND', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
}
