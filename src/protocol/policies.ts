import * as z from 'zod/mini'
import { emailSchema } from './email-schema.ts'
import { orgEndpoint } from './endpoint.ts'
import {
  addressSchema,
  anyTextSchema,
  datetimeQuerySchema,
  datetimeSchema,
  nameSchema,
  enumSchema,
  textSchema,
  uintSchema,
  uuidSchema,
} from './fields.ts'
import { POLICY_APPROVERS_MAX, POLICY_RECIPIENTS_MAX } from './limits.ts'

/** Maximum length of a policy’s name, in characters. */
export const POLICY_NAME_LENGTH_MAX = 60

/**
 * A person who may approve. `administratorId`: the member of the organization; undefined for another person.
 * `removed`: the organization has removed this member. They can approve again only after the rule is changed to name
 * them without `removed`.
 */
const approverSchema = z.strictObject({
  email: emailSchema,
  administratorId: z.optional(anyTextSchema(100)),
  name: z.optional(textSchema(100)),
  removed: z.optional(z.literal(true)),
})
export type PolicyApprover = z.infer<typeof approverSchema>

/** Whether no email address and no member is named twice, so that two approvals always come from two people. */
function areDifferent(approvers: readonly PolicyApprover[]): boolean {
  const emails = approvers.map(({ email }) => email.trim().toLowerCase())
  const members = approvers.flatMap(({ administratorId }) => administratorId ?? [])
  return new Set(emails).size === emails.length && new Set(members).size === members.length
}

/**
 * The requirements of a policy for a wallet's transactions and signed messages. `transaction-limit`: one transaction
 * may move at most `amount` base units of a token (the zero address is the native coin). `day-limit`: the same in any
 * 24 hours, for each wallet separately. `recipients`: only these addresses may be recipients, spenders or called
 * contracts. `approval`: if one transaction moves more than `amount`, a wallet without an enrolled end-user needs
 * `approvalsRequired` (default 1) approvals of different people in the approval app. Each of these people who has
 * enrolled may decide, except the requesting administrator (`administratorId`, as named in `x-latchkey-requester`).
 * `name` is shown to the requester and to the other approvers. With `everything` every transaction and message needs
 * the approvals, whatever its token and amount. The table `WAYS_OUT` defines what counts for each kind of policy (ADR
 * 0014).
 */
export const policyRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: enumSchema(['transaction-limit', 'day-limit']),
    tokenAddress: addressSchema,
    amount: uintSchema,
  }),
  z
    .strictObject({
      kind: z.literal('approval'),
      tokenAddress: addressSchema,
      amount: uintSchema,
      everything: z.optional(z.literal(true)),
      approvers: z
        .array(approverSchema, 'must be an array of approvers')
        .check(
          z.minLength(1, 'must name at least one approver'),
          z.maxLength(POLICY_APPROVERS_MAX, `must be at most ${POLICY_APPROVERS_MAX} approvers`),
          z.refine(areDifferent, 'must name every person once'),
        ),
      approvalsRequired: z.optional(
        z.int('must be a whole number').check(z.minimum(1, 'must be at least 1')),
      ),
    })
    .check(
      z.refine(({ approvers, approvalsRequired = 1 }) => approvalsRequired <= Math.max(approvers.length, 1), {
        path: ['approvalsRequired'],
        error: 'must be at most the number of approvers',
      }),
    ),
  z.strictObject({
    kind: z.literal('recipients'),
    recipients: z
      .array(addressSchema, 'must be an array of addresses')
      .check(
        z.minLength(1, 'must name at least one address'),
        z.maxLength(POLICY_RECIPIENTS_MAX, `must be at most ${POLICY_RECIPIENTS_MAX} addresses`),
      ),
  }),
])
export type PolicyRule = z.infer<typeof policyRuleSchema>
export type ApprovalRule = Extract<PolicyRule, { kind: 'approval' }>

/** The number of approvals that a rule requires. 0 for a rule of another kind. */
export function countRequired(rule: PolicyRule): number {
  return rule.kind === 'approval' ? (rule.approvalsRequired ?? 1) : 0
}

/** The people of a rule who may approve: all whom the organization has not removed. */
export function listAbleApprovers({ approvers }: ApprovalRule): PolicyApprover[] {
  return approvers.filter(({ removed }) => removed !== true)
}

/**
 * Body of `POST /v1/org/policies`. The policy is on unless `enabled` is false. Without `walletAddress` it
 * applies to all wallets.
 */
export const createPolicyRequestSchema = z.strictObject({
  name: nameSchema(POLICY_NAME_LENGTH_MAX),
  enabled: z.optional(z.boolean('must be true or false')),
  walletAddress: z.optional(z.nullable(addressSchema)),
  rule: policyRuleSchema,
})
export type CreatePolicyRequest = z.infer<typeof createPolicyRequestSchema>

/**
 * Body of `PUT /v1/org/policies/{policyId}`. Undefined fields stay unchanged. `updatedAtDatetime`: that of the policy
 * as the caller read it. If it is set, a rule that names a person who was removed since then is refused. If it is
 * undefined, such a rule gives the person the power to approve again.
 */
const updatePolicyRequestSchema = z.extend(z.partial(createPolicyRequestSchema), {
  updatedAtDatetime: z.optional(datetimeQuerySchema),
})

/**
 * A policy of the organization. `enrolled`: the email addresses of its rule's approvers who can already approve.
 * Source: ADR 0014.
 */
export const policySchema = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  walletAddress: z.nullable(addressSchema),
  rule: policyRuleSchema,
  enrolled: z.optional(z.array(z.string())),
  createdAtDatetime: datetimeSchema,
  updatedAtDatetime: datetimeSchema,
})
export type Policy = z.infer<typeof policySchema>

/**
 * Transactions that a policy would have refused, or held for approval, among the newest 20,000 of the last 30 days.
 * `newestRefused` lists the newest 20. `amount` and `refusedAmount` are in base units of the rule's token. Undefined
 * for a rule without a token, and for a call that moves no countable amount.
 */
export const policyDryRunSchema = z.object({
  transactions: z.number(),
  refusedTransactions: z.number(),
  refusedAmount: z.optional(uintSchema),
  newestRefused: z.array(
    z.object({
      transactionUuid: uuidSchema,
      walletAddress: addressSchema,
      createdAtDatetime: datetimeSchema,
      amount: z.optional(uintSchema),
    }),
  ),
})
export type PolicyDryRun = z.infer<typeof policyDryRunSchema>

/**
 * The organization's policy signer. A wallet that names `address` as its co-signer executes only calls that passed the
 * organization's policies. Source: profile 14.
 */
export const policySignerSchema = z.object({ address: addressSchema, createdAtDatetime: datetimeSchema })

/**
 * Body of `POST /v1/org/approvers/removal`. `emails`: email addresses of the member, for policies that name an email
 * address without a member id.
 */
const removeApproverRequestSchema = z.strictObject({
  administratorId: anyTextSchema(100),
  emails: z.optional(z.array(emailSchema).check(z.maxLength(20, 'must be at most 20 addresses'))),
})
/** The number of policies that named the member, and of open requests that they could decide. */
const removedApproverSchema = z.object({ policies: z.int(), openRequests: z.int() })

const policyParams = z.strictObject({ policyId: uuidSchema })

/** The organization's policies, under `/v1/org` (ADR 0014). */
export const POLICY_ENDPOINTS = {
  listPolicies: orgEndpoint('GET', '/policies', 'org:manage', {
    role: 'read-only',
    answer: z.array(policySchema),
    summary: 'List the policies, oldest first',
  }),
  createPolicy: orgEndpoint('POST', '/policies', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'policy.created',
    body: createPolicyRequestSchema,
    answer: policySchema,
    summary: 'Create a policy, which holds from the next transaction on',
    errors: ['WALLET_NOT_OWNED'],
  }),
  updatePolicy: orgEndpoint('PUT', '/policies/:policyId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'policy.updated',
    params: policyParams,
    body: updatePolicyRequestSchema,
    answer: policySchema,
    summary: 'Change a policy, or turn it on or off',
    errors: ['WALLET_NOT_OWNED'],
  }),
  deletePolicy: orgEndpoint('DELETE', '/policies/:policyId', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'policy.deleted',
    params: policyParams,
    answer: policySchema,
    summary: 'Delete a policy',
  }),
  removeApprover: orgEndpoint('POST', '/approvers/removal', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'approver.removed',
    body: removeApproverRequestSchema,
    answer: removedApproverSchema,
    summary: 'Take a member’s power to approve, in all policies and open requests',
  }),
  createPolicySigner: orgEndpoint('POST', '/policy-signer', 'org:manage', {
    role: 'admin',
    stepUp: true,
    action: 'policy-signer.created',
    answer: policySignerSchema,
    summary: 'Create the policy signer, which co-signs the calls that the policies allow',
  }),
  dryRunPolicy: orgEndpoint('POST', '/policies/dry-run', 'org:manage', {
    role: 'read-only',
    body: z.pick(createPolicyRequestSchema, { walletAddress: true, rule: true }),
    answer: policyDryRunSchema,
    summary: 'List the transactions of the last 30 days that a policy would have refused',
    errors: ['WALLET_NOT_OWNED'],
  }),
}
