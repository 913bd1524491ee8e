import * as z from 'zod/mini'
import { receiptSchema } from '#protocol/receipt/receipt.ts'
import { doneSchema } from './approver-api.ts'
import { orgEndpoint } from './endpoint.ts'
import { deliverySchema } from './events.ts'
import {
  addressParams,
  addressSchema,
  datetimeQuerySchema,
  datetimeSchema,
  exportFormatSchema,
  hashSchema,
  enumSchema,
  pageQuery,
  transactionParams,
  uintSchema,
  uuidSchema,
} from './fields.ts'
import { heldTokenSchema } from './holdings.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX } from './limits.ts'
import { requesterSchema } from './requester.ts'
import { simulationOutcomeSchema } from './simulation.ts'
import { TRANSACTION_KINDS } from './token-functions.ts'
import { TRANSACTION_STATES } from './transaction-states.ts'
import { approvalSchema, digestQuerySchema, transactionSchema } from './transactions.ts'

/*
 * Transactions of the organization's end-users, for the organization's own people, with history and notifications.
 * Never includes the number that the end-user has to pick (ADR 0019).
 */

/**
 * A person whom the organization's policies ask to approve a transaction, as the policy named them when the
 * transaction was held. Without `decision` the person has not decided yet. `comment` is not signed. `carriedOver`:
 * the person approved an earlier request for the same call, which expired. `removed`: the organization has removed
 * the person since then, so they cannot decide. `self`: the member whom a request for the timeline names
 * (`REQUESTER_HEADER`), by id or by one of their addresses.
 */
const askedApproverSchema = z.object({
  email: z.string(),
  name: z.optional(z.string()),
  administratorId: z.optional(z.string()),
  decision: z.optional(z.enum(['approve', 'reject'])),
  decidedAtDatetime: z.optional(datetimeSchema),
  comment: z.optional(z.string()),
  carriedOver: z.optional(z.literal(true)),
  removed: z.optional(z.literal(true)),
  self: z.optional(z.literal(true)),
})
export type AskedApprover = z.infer<typeof askedApproverSchema>

/**
 * A transaction with its wallet's name and its end-user, which are empty for a deleted wallet. `email` is the
 * verified email address from the wallet's creation. `approverEmail` is the email address of the first administrator
 * whose approval a policy requires, and `approvers` are all of them with their decisions. `secondsLeft`: seconds
 * until a pending transaction expires, by the service's clock. `held`: the tokens of the call whose number may be an
 * amount or an item, each with the standard under which the wallet holds it.
 * `requestedBy`: the administrator whom the holder of the API key named at execute. Undefined if the requester is not
 * an administrator.
 */
export const organizationTransactionSchema = z.extend(z.omit(transactionSchema, { approval: true }), {
  approval: z.optional(z.omit(approvalSchema, { number: true })),
  walletLabel: z.string(),
  externalUserId: z.string(),
  externalUserLabel: z.string(),
  email: z.optional(z.string()),
  approverEmail: z.optional(z.string()),
  approvers: z.optional(z.array(askedApproverSchema)),
  secondsLeft: z.optional(z.number()),
  held: z.optional(z.array(heldTokenSchema)),
  requestedBy: z.optional(z.object({ id: z.string(), name: z.string() })),
})
export type OrganizationTransaction = z.infer<typeof organizationTransactionSchema>
export const organizationTransactionListSchema = z.array(organizationTransactionSchema)

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
 * The possible steps of a transaction. `submitted`: execute accepted it. `held`: until `expiresAtDatetime`.
 * `notified`: the person was notified; `reminded`: notified again. `seen`: the person opened it. `declined`,
 * `reported` and `approved` are the person's decisions. `withdrawn`: the organization cancelled it while it was held.
 * `sent`: sent to the chain. `executed-without-approval`: another sender submitted the signed call to the chain,
 * which does not check approvals. `executed-against-policy`: another sender submitted a call that a policy refuses.
 * `found-on-chain`, in place of `submitted`: the service had no record of it (ADR 0010).
 */
export const TIMELINE_STEPS = [
  'submitted',
  'found-on-chain',
  'held',
  'notified',
  'reminded',
  'seen',
  'approved',
  'declined',
  'reported',
  'expired',
  'withdrawn',
  'sent',
  'executed-without-approval',
  'executed-against-policy',
  'confirmed',
  'failed',
  'cancelled',
] as const
export type TimelineStepKind = (typeof TIMELINE_STEPS)[number]
export const timelineStepSchema = z.object({ kind: z.enum(TIMELINE_STEPS), atDatetime: datetimeSchema })
export type TimelineStep = z.infer<typeof timelineStepSchema>

/**
 * The delivery of a pending transaction's notification. `withheld`: the person had too much mail, or has muted the
 * wallet. `failed`: their mail server rejected it. `remindersLeft`: number of reminders to come.
 * `remindAfterSeconds`: time until the next reminder.
 */
export const notificationSchema = z.object({
  state: z.enum(['queued', 'sent', 'withheld', 'failed']),
  silencedUntilDatetime: z.optional(datetimeSchema),
  remindersLeft: z.number(),
  remindAfterSeconds: z.number(),
})
export type HeldNotification = z.infer<typeof notificationSchema>

/** The delivery of one of a transaction's events, and its webhook endpoint. */
export const transactionDeliverySchema = z.extend(deliverySchema, { webhookId: uuidSchema, url: z.string() })
export type TransactionDelivery = z.infer<typeof transactionDeliverySchema>

/**
 * A mined transaction's block and the relayer's cost in wei. `confirmations` counts the blocks from the transaction's
 * block to the newest block. Undefined if no node responds. Gas is undefined for transactions mined before gas was
 * stored. `bundledCalls` is the number of calls in the transaction, and the gas is this call's share. Undefined if
 * the transaction contains one call.
 */
export const onChainSchema = z.object({
  transactionHash: hashSchema,
  blockNumber: uintSchema,
  blockHash: hashSchema,
  gasUsed: z.optional(uintSchema),
  gasPriceWei: z.optional(uintSchema),
  gasCostWei: z.optional(uintSchema),
  bundledCalls: z.optional(z.number()),
  confirmations: z.optional(z.number()),
})
export type OnChain = z.infer<typeof onChainSchema>

/**
 * `notification` and `simulation` are set while the transaction is pending, and `onChain` once it is mined.
 * Deliveries are stored for 30 days.
 */
export const transactionTimelineSchema = z.object({
  transaction: organizationTransactionSchema,
  onChain: z.optional(onChainSchema),
  requester: z.optional(requesterSchema),
  steps: z.array(timelineStepSchema),
  notification: z.optional(notificationSchema),
  simulation: z.optional(simulationOutcomeSchema),
  deliveries: z.array(transactionDeliverySchema),
})
export type TransactionTimeline = z.infer<typeof transactionTimelineSchema>

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
