import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { uuidSchema } from '#protocol/baas/fields.ts'
import * as transactions from './transactions.ts'

/** Transactions and how they went (profile section 8). */
export const TRANSACTION_ENDPOINTS = {
  getTransaction: {
    method: 'GET',
    path: '/transactions/:transactionUuid',
    scope: 'wallet:read',
    params: z.strictObject({ transactionUuid: uuidSchema }),
    answer: transactions.transactionSchema,
    summary: 'Read a transaction and its status',
    errors: ['NOT_FOUND'],
  },
  listTransactions: {
    method: 'GET',
    path: '/transactions',
    scope: 'wallet:read',
    query: transactions.listTransactionsQuerySchema,
    answer: transactions.transactionListSchema,
    summary: 'List transactions, newest first',
  },
} as const satisfies Record<string, Endpoint>
