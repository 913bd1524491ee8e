import * as z from 'zod/mini'
import { approvalSchema, transactionSchema } from '#protocol/transactions.ts'

/**
 * A transaction without the number that its approver has to pick. The number proves that the approver sees the screen
 * on which the call was signed, so an agent must not be able to pass it on. Source: profile 9 (ADR 0011).
 */
export const agentTransactionSchema = z.extend(z.omit(transactionSchema, { approval: true }), {
  approval: z.optional(z.omit(approvalSchema, { number: true })),
})
export const agentTransactionListSchema = z.array(agentTransactionSchema)
