import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  addressSchema,
  calldataSchema,
  datetimeSchema,
  hashSchema,
  enumSchema,
  pageQuery,
  transactionParams,
  uintSchema,
  uuidSchema,
} from './fields.ts'
import { BYPASSED, TRANSACTION_STATES } from './transaction-states.ts'
import { walletKeySchema } from './wallets.ts'

/**
 * A held transaction's approval, for its integrator: its deadline and its progress. `number`: the two digits that the
 * widget displays and the approver has to pick, only while the transaction is pending. If people of the organization
 * decide, only the key and the person that requested the transaction can read the number. `approvalsRequired` and
 * `approvalsGiven`: numbers of different people of the organization, if a policy requires their approval. Source:
 * profile 9 (ADR 0011, ADR 0014).
 */
export const approvalSchema = z.object({
  number: z.optional(z.number()),
  expiresAtDatetime: datetimeSchema,
  notifiedAtDatetime: z.optional(datetimeSchema),
  seenAtDatetime: z.optional(datetimeSchema),
  decidedAtDatetime: z.optional(datetimeSchema),
  reported: z.optional(z.literal(true)),
  forOrganization: z.optional(z.literal(true)),
  approvalsRequired: z.optional(z.int()),
  approvalsGiven: z.optional(z.int()),
})
export type Approval = z.infer<typeof approvalSchema>

/** The fields of a stored call, as its wallet's passkey has signed them. `value` and amounts are in base units. */
export const signedCallFields = {
  toAddress: addressSchema,
  value: uintSchema,
  data: calldataSchema,
  expiration: z.string(),
  fee: uintSchema,
  feeCoinAddress: addressSchema,
  feeWithdrawAddress: addressSchema,
}

/** The checks that an execution by another party bypassed, and whether the service had no record of it (ADR 0010). */
export const bypassedFields = {
  bypassed: z.optional(z.enum(BYPASSED)),
  outside: z.optional(z.literal(true)),
}

/**
 * A transaction as `GET /transactions/{transactionUuid}` returns it. `data` is the only stored copy of the
 * signed calldata. Amounts are in base units. `executableUntil`: on a FAILED one, the time until which anyone
 * can still execute the same signature; it may then become CONFIRMED. `bypassed`: the checks that a CONFIRMED
 * one bypassed. `outside`: the service found it on the chain and had no record of it.
 * `signingKey`: the passkey that signed, with its number at that time. Undefined if the service does not know
 * it. Source: profile 8 (ADR 0010).
 */
export const transactionSchema = z.object({
  transactionUuid: uuidSchema,
  walletAddress: addressSchema,
  status: z.enum(TRANSACTION_STATES),
  digest: hashSchema,
  signingKey: z.optional(walletKeySchema),
  ...signedCallFields,
  transactionHash: z.optional(hashSchema),
  blockNumber: z.optional(z.string()),
  reason: z.optional(z.string()),
  ...bypassedFields,
  executableUntil: z.optional(datetimeSchema),
  approval: z.optional(approvalSchema),
  createdAtDatetime: datetimeSchema,
  updatedAtDatetime: datetimeSchema,
})
export type Transaction = z.infer<typeof transactionSchema>
export const transactionListSchema = z.array(transactionSchema)

/** A digest to search for, in any case. */
export const digestQuerySchema = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits'))

export const listTransactionsQuerySchema = z.strictObject({
  wallet: z.optional(addressSchema),
  digest: z.optional(digestQuerySchema),
  status: z.optional(enumSchema(TRANSACTION_STATES)),
  ...pageQuery,
})

/** Transactions and their outcomes (profile section 8). */
export const TRANSACTION_ENDPOINTS = {
  getTransaction: endpoint('GET', '/transactions/:transactionUuid', 'wallet:read', {
    role: 'read-only',
    namesRequester: true,
    params: transactionParams,
    answer: transactionSchema,
    summary: 'Read a transaction and its status',
  }),
  listTransactions: endpoint('GET', '/transactions', 'wallet:read', {
    role: 'read-only',
    namesRequester: true,
    query: listTransactionsQuerySchema,
    answer: transactionListSchema,
    summary: 'List transactions, newest first',
  }),
}
