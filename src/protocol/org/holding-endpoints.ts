import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { addressSchema } from '#protocol/baas/fields.ts'
import { balancesQuerySchema, balancesSchema, historyQuerySchema, historySchema } from './holdings.ts'

const params = z.strictObject({ address: addressSchema })

/** What a wallet has, has granted, and how it came to it. Source: profile 8 (ADR 0018). */
export const HOLDING_ENDPOINTS = {
  getBalances: {
    method: 'GET',
    path: '/wallets/:address/balances',
    scope: 'wallet:read',
    params,
    query: balancesQuerySchema,
    answer: balancesSchema,
    summary: 'Read what a wallet has and has granted',
    errors: ['WALLET_NOT_OWNED', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
  listHistory: {
    method: 'GET',
    path: '/wallets/:address/history',
    scope: 'wallet:read',
    params,
    query: historyQuerySchema,
    answer: historySchema,
    summary: 'List the token transfers and grants of a wallet, newest first',
    errors: ['WALLET_NOT_OWNED'],
  },
} as const satisfies Record<string, Endpoint>
