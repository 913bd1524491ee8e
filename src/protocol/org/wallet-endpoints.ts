import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { addressSchema, uintSchema } from '#protocol/baas/fields.ts'
import { walletListSchema } from '#protocol/baas/wallets.ts'
import {
  collectibleSchema,
  finishedRecoverySchema,
  listWalletsQuerySchema,
  walletDetailsSchema,
} from './wallets.ts'

/** Reading wallets beyond the specification's list. Source: profile 8 (ADR 0018). */
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
