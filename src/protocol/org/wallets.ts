import * as z from 'zod/mini'
import {
  addressSchema,
  datetimeSchema,
  hashSchema,
  rpIdHashSchema,
  uintSchema,
  unixSecondsSchema,
} from '#protocol/baas/fields.ts'
import { walletSchema, walletListSchema } from '#protocol/baas/wallets.ts'
import type { Endpoint } from '#protocol/baas/endpoints.ts'

export const WALLET_OWNERS = ['organization', 'end-user'] as const
/** `deployed`: its contract is on the chain. `submitted`: the deployment is pending. */
export const WALLET_STATES = ['deployed', 'submitted'] as const
/** `label`: by name ignoring case, those without a name last. */
export const WALLET_SORTS = ['newest', 'oldest', 'label'] as const
export type WalletOwner = (typeof WALLET_OWNERS)[number]
export type WalletState = (typeof WALLET_STATES)[number]
export type WalletSort = (typeof WALLET_SORTS)[number]

const oneOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.enum(words, `must be one of ${words.join(', ')}`)
const datetimeQuerySchema = datetimeSchema.check(
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time such as 2026-11-21T10:00:00Z'),
)

/** Query of `GET /wallets`: none is required, as in the specification. Source: profile 8 (ADR 0018). */
export const listWalletsQuerySchema = z.strictObject({
  limit: z.optional(z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number'))),
  cursor: z.optional(z.string().check(z.maxLength(400))),
  externalUserId: z.optional(z.string().check(z.maxLength(255))),
  q: z.optional(z.string().check(z.maxLength(255))),
  owner: z.optional(oneOf(WALLET_OWNERS)),
  state: z.optional(oneOf(WALLET_STATES)),
  sinceDatetime: z.optional(datetimeQuerySchema),
  untilDatetime: z.optional(datetimeQuerySchema),
  sort: z.optional(oneOf(WALLET_SORTS)),
})
export type ListWalletsQuery = z.infer<typeof listWalletsQuerySchema>

/** A new passkey that the backup address has proposed; from `effectiveAtSeconds` on anyone can finish it. */
const recoverySchema = z.object({ qx: z.string(), qy: z.string(), effectiveAtSeconds: unixSecondsSchema })

/**
 * One wallet with its passkey and its recovery. `qx`, `qy`: 64 hex digits, the passkey that the wallet obeys now;
 * `isKeyReplaced` if a recovery replaced the first one. `rpId` while the organization has the domain
 * of `rpIdHash`. `requestedBackupAddress` was named at creation and has no effect by itself. `onChain` is
 * absent until the contract is deployed: `backupAddress` may propose a new passkey, the zero address
 * stands for none. Source: ADR 0018.
 */
export const walletDetailsSchema = z.extend(walletSchema, {
  state: z.enum(WALLET_STATES),
  deployedAtDatetime: z.optional(datetimeSchema),
  transactionHash: hashSchema,
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
})
export type WalletDetails = z.infer<typeof walletDetailsSchema>

/**
 * `POST /wallets/{address}/finish-recovery`: `transactionHash` of the transaction that activates the proposed
 * passkey; absent without a proposal, so that repeating is safe.
 */
export const finishedRecoverySchema = z.object({
  success: z.literal(true),
  transactionHash: z.optional(hashSchema),
})
export type FinishedRecovery = z.infer<typeof finishedRecoverySchema>

/** Raster images only: formats that can contain scripts are never passed on. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/**
 * A collection's own claims about one item, made harmless. `picture` is the image in base64. `problem` is a stable
 * word for its absence: the contract names none (`none`), its format is not displayed (`kind`), it is too
 * large (`size`), or could not be fetched (`unreachable`).
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
 * `GET /api/wallets/{address}/passkey` (BFF): the passkey with which this deployment's widget created a wallet, as
 * reported then; `null` for wallets created elsewhere.
 */
export const knownPasskeySchema = z.nullable(
  z.object({
    credentialId: z.string(),
    qx: z.string(),
    qy: z.string(),
    rpId: z.string(),
    createdAtDatetime: datetimeSchema,
  }),
)
export type KnownPasskey = z.infer<typeof knownPasskeySchema>

/** Reads of wallets beyond the specification. Source: profile 8 (ADR 0018). */
export const WALLET_ENDPOINTS = {
  listWallets: {
    method: 'GET',
    path: '/wallets',
    scope: 'wallet:read',
    query: listWalletsQuerySchema,
    answer: walletListSchema,
    summary: 'List the wallets of the organization, newest first',
  },
  getWallet: {
    method: 'GET',
    path: '/wallets/:address',
    scope: 'wallet:read',
    params: z.strictObject({ address: addressSchema }),
    answer: walletDetailsSchema,
    summary: 'Read a wallet with its passkey and its recovery',
    errors: ['WALLET_NOT_OWNED', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  finishRecovery: {
    method: 'POST',
    path: '/wallets/:address/finish-recovery',
    scope: 'wallet:create',
    action: 'recovery.finished',
    params: z.strictObject({ address: addressSchema }),
    answer: finishedRecoverySchema,
    summary: 'Let a proposed passkey take effect once its three days are over',
    errors: ['WALLET_NOT_OWNED', 'CONFLICT', 'TRANSACTION_REVERTS', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  getCollectible: {
    method: 'GET',
    path: '/wallets/:address/collectibles/:tokenAddress/:tokenId',
    scope: 'wallet:read',
    params: z.strictObject({ address: addressSchema, tokenAddress: addressSchema, tokenId: uintSchema }),
    answer: collectibleSchema,
    summary: 'Read the name and the picture of an item that a wallet holds',
    errors: ['WALLET_NOT_OWNED', 'NOT_FOUND', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
} as const satisfies Record<string, Endpoint>
