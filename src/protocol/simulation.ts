import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressSchema, calldataSchema, matching, uintSchema, uuidSchema } from './fields.ts'

/**
 * `amount` is in base units, and negative if it leaves the account. The native coin has the zero address. An
 * item has its `tokenId`.
 */
const balanceChangeSchema = z.object({
  tokenAddress: addressSchema,
  account: addressSchema,
  tokenId: z.optional(uintSchema),
  amount: matching(
    /^(0|-?[1-9][0-9]{0,79})$/,
    'must be a whole number of base units, negative where it leaves the account',
  ),
})

/**
 * An approval of a coin has `amount`, one of a single item has `tokenId`, one of a whole collection has
 * neither.
 */
const simulatedApprovalSchema = z.object({
  tokenAddress: addressSchema,
  spender: addressSchema,
  amount: z.optional(uintSchema),
  tokenId: z.optional(uintSchema),
})

const changesSchema = z.object({
  changes: z.array(balanceChangeSchema),
  approvals: z.array(simulatedApprovalSchema),
})

/**
 * A simulation's result for a call on the chain: the changed balances of the wallet and of the accounts in the
 * call, and the wallet's approvals reported by tokens. It supplements the reading of the call's bytes and never
 * replaces it, because a contract may behave differently in a block (ADR 0024).
 */
export type Simulation = z.infer<typeof changesSchema>

/**
 * `notHeld` is set if the wallet does not hold enough of a token, with `tokenId` if it does not hold that item.
 */
const failsSchema = z.object({
  outcome: z.literal('fails'),
  reason: z.string(),
  notHeld: z.optional(z.object({ tokenId: z.optional(uintSchema) })),
})
export type SimulatedFailure = z.infer<typeof failsSchema>

/**
 * The three outcomes of a simulation. `fails`: if executed now, the call would revert; `reason` says why, in English.
 * `unavailable`: the chain cannot simulate the call, or did not respond in time. An older service sends the changes
 * without `outcome`.
 */
export const simulationOutcomeSchema = z.union([
  z.object({ outcome: z._default(z.literal('succeeds'), 'succeeds'), ...changesSchema.shape }),
  failsSchema,
  z.object({ outcome: z.literal('unavailable') }),
])
export type SimulationOutcome = z.infer<typeof simulationOutcomeSchema>
export const NOT_SIMULATED = { outcome: 'unavailable' } as const satisfies SimulationOutcome

/**
 * The verdict of the organization's policies on a call that is signed now. `approvers` are the people whose approval
 * would be requested, and `administratorId` is the first of them, if the policy names one. An enrolled end-user approves every call of their
 * own wallet, regardless of the policies.
 */
export const policyVerdictSchema = z.union([
  z.object({ outcome: z.literal('passes') }),
  z.object({
    outcome: z.literal('blocked'),
    policyId: uuidSchema,
    policyName: z.string(),
    /** The policy's name and its reason, in English. */
    reason: z.string(),
  }),
  z.object({
    outcome: z.literal('needs-approval'),
    by: z.literal('administrator'),
    policyId: uuidSchema,
    policyName: z.string(),
    administratorId: z.optional(z.string()),
    approvalsRequired: z.optional(z.int()),
    approvers: z.optional(
      z.array(z.object({ name: z.optional(z.string()), administratorId: z.optional(z.string()) })),
    ),
  }),
  z.object({ outcome: z.literal('needs-approval'), by: z.literal('end-user') }),
])
export type PolicyVerdict = z.infer<typeof policyVerdictSchema>

/**
 * Body of `POST /transactions/simulate`: a call of a wallet before it is signed, without its fee. `value` is in
 * wei.
 */
export const simulateRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  toAddress: addressSchema,
  value: uintSchema,
  data: calldataSchema,
})
export type SimulateRequest = z.infer<typeof simulateRequestSchema>

/** An older service sends no `policies`, and no `simulation` if the call would fail or cannot be simulated. */
export const simulatedTransactionSchema = z.object({
  simulation: z._default(simulationOutcomeSchema, NOT_SIMULATED),
  policies: z.optional(policyVerdictSchema),
})
export type SimulatedTransaction = z.infer<typeof simulatedTransactionSchema>

/** Simulates a call before anyone signs it (ADR 0024). */
export const SIMULATION_ENDPOINTS = {
  simulateTransaction: endpoint('POST', '/transactions/simulate', 'wallet:read', {
    role: 'read-only',
    namesRequester: true,
    body: simulateRequestSchema,
    answer: simulatedTransactionSchema,
    summary: 'Simulate a call of a wallet, and check it against the policies, before it is signed',
    errors: ['WALLET_NOT_OWNED'],
  }),
}
