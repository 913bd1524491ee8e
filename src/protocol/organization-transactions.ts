import * as z from 'zod/mini'
import { datetimeSchema } from './fields.ts'
import { heldTokenSchema } from './holdings.ts'
import { approvalSchema, transactionSchema } from './transactions.ts'

/*
 * Transactions of the organization's end-users, for the organization's own people. They never include the number that
 * the end-user has to pick (ADR 0019).
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
