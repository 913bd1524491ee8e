import * as z from 'zod/mini'
import { receiptSchema } from '#protocol/receipt/receipt.ts'
import { doneSchema } from './approver-api.ts'
import { orgEndpoint } from './endpoint.ts'
import {
  addressParams,
  addressSchema,
  datetimeQuerySchema,
  datetimeSchema,
  enumSchema,
  exportFormatSchema,
  pageQuery,
  transactionParams,
} from './fields.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX } from './limits.ts'
import {
  organizationTransactionListSchema,
  organizationTransactionSchema,
} from './organization-transactions.ts'
import { TRANSACTION_KINDS } from './token-functions.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'
import { transactionTimelineSchema } from './transaction-timeline.ts'
import { digestQuerySchema } from './transactions.ts'

/** An amount in human units, with a point. */
export const amountQuerySchema: z.ZodMiniString = z
  .string()
  .check(z.regex(/^\d{1,60}(\.\d{1,60})?$/, 'must be a number such as 12.5'))

/**
 * Transactions are listed newest first. `user` matches text in the wallet's name, its end-user's id, name and email
 * address, or the beginning of its address. `kind` is determined by the call's first bytes. `token` is the called
 * contract, or the zero address for the native coin. `sinceDatetime` (inclusive) and `untilDatetime` (exclusive)
 * limit the time at which execute accepted the transaction. `counterparty` is the receiver or the holder of a
 * permission, and `amount` is in human units of an allowed token or the native coin, such as `12.5`. Both search only
 * the newest 10,000 transactions.
 */
export const listOrganizationTransactionsQuerySchema = z.strictObject({
  wallet: z.optional(addressSchema),
  digest: z.optional(digestQuerySchema),
  status: z.optional(enumSchema(TRANSACTION_STATES)),
  kind: z.optional(enumSchema(TRANSACTION_KINDS)),
  token: z.optional(addressSchema),
  user: z.optional(z.string().check(z.maxLength(EXTERNAL_USER_ID_LENGTH_MAX))),
  sinceDatetime: z.optional(datetimeQuerySchema),
  untilDatetime: z.optional(datetimeQuerySchema),
  counterparty: z.optional(addressSchema),
  amount: z.optional(amountQuerySchema),
  ...pageQuery,
})

/**
 * Pending transactions that people of the organization decide. `requester`: transactions that wait for the decision
 * of the member whom the request names (`REQUESTER_HEADER`). `others`: all other transactions.
 */
const WAITING_FOR = ['requester', 'others'] as const
export const listApprovalsQuerySchema = z.strictObject({
  waitingFor: enumSchema(WAITING_FOR),
  ...pageQuery,
})
/**
 * The numbers of transactions in each group, not only of those on one page. `pending`: all pending transactions, also
 * those that end-users decide.
 */
export const approvalCountsSchema = z.object({ requester: z.int(), others: z.int(), pending: z.int() })
export type ApprovalCounts = z.infer<typeof approvalCountsSchema>

/** Query of `GET /api/exports/transactions` (BFF). */
export const exportTransactionsQuerySchema = z.extend(
  // A file has every transaction that its filters select. Filters that search only the newest transactions are
  // therefore not allowed.
  z.omit(listOrganizationTransactionsQuerySchema, {
    limit: true,
    cursor: true,
    counterparty: true,
    amount: true,
  }),
  { format: exportFormatSchema },
)

/**
 * `none`: the organization operates the wallet and nothing is held. `invited`: its end-user has not enrolled
 * yet and nothing is held. `enrolled`: every execute is held.
 */
export const walletApproverSchema = z.object({
  state: z.enum(['none', 'invited', 'enrolled']),
  enrolledAtDatetime: z.optional(datetimeSchema),
})
export type WalletApprover = z.infer<typeof walletApproverSchema>

/**
 * An organization's access to held transactions, under `/v1/org`: read them, remind, cancel, and check whether
 * a wallet is protected. It can never approve or reject (ADR 0011).
 */
export const APPROVAL_ENDPOINTS = {
  listOrganizationTransactions: orgEndpoint('GET', '/transactions', 'org:manage', {
    role: 'read-only',
    query: listOrganizationTransactionsQuerySchema,
    answer: organizationTransactionListSchema,
    summary: 'List transactions with their wallets and end-users, newest first',
  }),
  listApprovals: orgEndpoint('GET', '/approvals', 'org:manage', {
    role: 'read-only',
    namesRequester: true,
    query: listApprovalsQuerySchema,
    answer: organizationTransactionListSchema,
    summary: 'List transactions that people of the organization decide, newest first',
  }),
  countApprovals: orgEndpoint('GET', '/approvals/count', 'org:manage', {
    role: 'read-only',
    namesRequester: true,
    answer: approvalCountsSchema,
    summary: 'Count the pending transactions, and those that people of the organization decide',
  }),
  getTransactionTimeline: orgEndpoint('GET', '/transactions/:transactionUuid/timeline', 'org:manage', {
    role: 'read-only',
    namesRequester: true,
    params: transactionParams,
    answer: transactionTimelineSchema,
    summary: 'Read the status history of a transaction, and its webhook deliveries',
  }),
  notifyApprover: orgEndpoint('POST', '/transactions/:transactionUuid/notify', 'org:manage', {
    role: 'operator',
    action: 'transaction.approver-reminded',
    params: transactionParams,
    answer: doneSchema,
    summary: 'Remind the end-user of a transaction that waits for approval',
  }),
  cancelTransaction: orgEndpoint('POST', '/transactions/:transactionUuid/cancel', 'org:manage', {
    role: 'operator',
    stepUp: true,
    action: 'transaction.cancelled',
    params: transactionParams,
    answer: organizationTransactionSchema,
    summary: 'Cancel a transaction that waits for approval; it never approves one',
    errors: ['ALREADY_DECIDED'],
  }),
  getWalletApprover: orgEndpoint('GET', '/wallets/:address/approver', 'org:manage', {
    role: 'read-only',
    params: addressParams,
    answer: walletApproverSchema,
    summary: 'Check whether executions of a wallet are held for its end-user',
  }),
  resendInvitation: orgEndpoint('POST', '/wallets/:address/invitation', 'org:manage', {
    role: 'operator',
    action: 'wallet.invitation-resent',
    params: addressParams,
    answer: doneSchema,
    summary: 'Mail the invitation to enrol again, to the end-user alone',
  }),
  objectToRemoval: orgEndpoint('POST', '/wallets/:address/objection', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'wallet.removal-objected',
    params: addressParams,
    answer: doneSchema,
    summary: 'Have the policy signer object to its removal from a wallet, once for each start',
    errors: ['CONFLICT', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  }),
}

/** Signed receipts of transactions on the chain (ADR 0019). */
export const RECEIPT_ENDPOINTS = {
  getReceipt: orgEndpoint('GET', '/transactions/:transactionUuid/receipt', 'org:manage', {
    role: 'read-only',
    params: transactionParams,
    answer: receiptSchema,
    summary: 'Get a signed receipt of a transaction, which everyone can check against the chain',
    errors: ['CONFLICT'],
  }),
}
