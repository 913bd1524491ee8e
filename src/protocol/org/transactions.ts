import * as z from 'zod/mini'
import {
  addressSchema,
  calldataSchema,
  datetimeSchema,
  hashSchema,
  uintSchema,
  uuidSchema,
} from '#protocol/baas/fields.ts'
import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { simulationSchema } from './simulation.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'

/**
 * A held transaction's approval, for its integrator: while pending the two digits displayed by the widget,
 * which the end-user has to pick, the deadline, and the progress. Source: profile 9 (ADR 0011).
 */
export const approvalSchema = z.object({
  number: z.optional(z.number()),
  expiresAtDatetime: datetimeSchema,
  notifiedAtDatetime: z.optional(datetimeSchema),
  seenAtDatetime: z.optional(datetimeSchema),
  decidedAtDatetime: z.optional(datetimeSchema),
  reported: z.optional(z.literal(true)),
})
export type Approval = z.infer<typeof approvalSchema>

/**
 * A transaction as `GET /transactions/{transactionUuid}` answers it; `data` is the one stored copy of
 * the signed calldata. Amounts in base units. `executableUntil` of a FAILED one: until then anyone can
 * still execute the same signature, and it may become CONFIRMED. Source: profile 8 (ADR 0010).
 */
export const transactionSchema = z.object({
  transactionUuid: uuidSchema,
  walletAddress: addressSchema,
  status: z.enum(TRANSACTION_STATES),
  digest: hashSchema,
  toAddress: addressSchema,
  value: uintSchema,
  data: calldataSchema,
  expiration: z.string(),
  fee: uintSchema,
  feeCoinAddress: addressSchema,
  feeWithdrawAddress: addressSchema,
  transactionHash: z.optional(hashSchema),
  blockNumber: z.optional(z.string()),
  reason: z.optional(z.string()),
  executableUntil: z.optional(datetimeSchema),
  approval: z.optional(approvalSchema),
  createdAtDatetime: datetimeSchema,
  updatedAtDatetime: datetimeSchema,
})
export type Transaction = z.infer<typeof transactionSchema>
export const transactionListSchema = z.array(transactionSchema)

/** A digest to look for, in any case. */
export const digestQuerySchema = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits'))

export const listTransactionsQuerySchema = z.strictObject({
  wallet: z.optional(addressSchema),
  digest: z.optional(digestQuerySchema),
  status: z.optional(z.enum(TRANSACTION_STATES, `must be one of ${TRANSACTION_STATES.join(', ')}`)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^[0-9]{1,4}$/, 'must be a whole number'))),
})

/** Body of `POST /transactions/simulate`: a call of a wallet before it is signed, without its fee. `value` in wei. */
export const simulateRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  toAddress: addressSchema,
  value: uintSchema,
  data: calldataSchema,
})
export type SimulateRequest = z.infer<typeof simulateRequestSchema>

/** `simulation` is absent where the call would fail, or the chain does not simulate it in time. */
export const simulatedTransactionSchema = z.object({ simulation: z.optional(simulationSchema) })
export type SimulatedTransaction = z.infer<typeof simulatedTransactionSchema>

/** Transactions and how they went (profile section 8). */
export const TRANSACTION_ENDPOINTS = {
  getTransaction: {
    method: 'GET',
    path: '/transactions/:transactionUuid',
    scope: 'wallet:read',
    params: z.strictObject({ transactionUuid: uuidSchema }),
    answer: transactionSchema,
    summary: 'Read a transaction and its status',
    errors: ['NOT_FOUND'],
  },
  listTransactions: {
    method: 'GET',
    path: '/transactions',
    scope: 'wallet:read',
    query: listTransactionsQuerySchema,
    answer: transactionListSchema,
    summary: 'List transactions, newest first',
  },
  simulateTransaction: {
    method: 'POST',
    path: '/transactions/simulate',
    scope: 'wallet:read',
    body: simulateRequestSchema,
    answer: simulatedTransactionSchema,
    summary: 'Simulate a call of a wallet before it is signed',
    errors: ['WALLET_NOT_OWNED'],
  },
} as const satisfies Record<string, Endpoint>
