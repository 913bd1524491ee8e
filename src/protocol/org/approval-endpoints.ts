import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { addressSchema, datetimeSchema } from '#protocol/baas/fields.ts'
import { doneSchema, heldParamsSchema } from './approver-api.ts'
import {
  listOrganizationTransactionsQuerySchema,
  organizationTransactionListSchema,
  transactionTimelineSchema,
} from './organization-transactions.ts'

/**
 * `none`: the organization operates the wallet, nothing is held. `invited`: its end-user has not enrolled yet,
 * nothing is held. `enrolled`: every execute is held.
 */
export const walletApproverSchema = z.object({
  state: z.enum(['none', 'invited', 'enrolled']),
  enrolledAtDatetime: z.optional(datetimeSchema),
})
export type WalletApprover = z.infer<typeof walletApproverSchema>

/**
 * An organization's access to held transactions, under `/v1/org`: read them, remind, and check whether a
 * wallet is protected. Never decide (ADR 0011).
 */
export const APPROVAL_ENDPOINTS = {
  listOrganizationTransactions: {
    method: 'GET',
    path: '/transactions',
    scope: 'org:manage',
    query: listOrganizationTransactionsQuerySchema,
    answer: organizationTransactionListSchema,
    summary: 'List transactions with their wallets and end-users, newest first',
  },
  getTransactionTimeline: {
    method: 'GET',
    path: '/transactions/:transactionUuid/timeline',
    scope: 'org:manage',
    params: heldParamsSchema,
    answer: transactionTimelineSchema,
    summary: 'Read how a transaction came to its status, and the webhook deliveries of it',
    errors: ['NOT_FOUND'],
  },
  notifyApprover: {
    method: 'POST',
    path: '/transactions/:transactionUuid/notify',
    scope: 'org:manage',
    action: 'transaction.approver-reminded',
    params: heldParamsSchema,
    answer: doneSchema,
    summary: 'Remind the end-user of a transaction that waits for approval',
  },
  getWalletApprover: {
    method: 'GET',
    path: '/wallets/:address/approver',
    scope: 'org:manage',
    params: z.strictObject({ address: addressSchema }),
    answer: walletApproverSchema,
    summary: 'Learn whether executions of a wallet are held for its end-user',
  },
} as const satisfies Record<string, Endpoint>
