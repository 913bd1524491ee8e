import * as z from 'zod/mini'
import { addressSchema, uintSchema } from '#protocol/baas/fields.ts'

/** In base units, negative for what leaves the account. The native coin has the zero address; of an item `tokenId`. */
const balanceChangeSchema = z.object({
  tokenAddress: addressSchema,
  account: addressSchema,
  tokenId: z.optional(uintSchema),
  amount: z.string().check(z.regex(/^(0|-?[1-9][0-9]{0,79})$/)),
})

/** Of a coin with `amount`, of one item with `tokenId`, of a whole collection with neither. */
const approvalSchema = z.object({
  tokenAddress: addressSchema,
  spender: addressSchema,
  amount: z.optional(uintSchema),
  tokenId: z.optional(uintSchema),
})

/**
 * A simulation's result for a call on the chain: the changed balances, the wallet's and those of the accounts in
 * the call, and the wallet's approvals reported by tokens. It supplements the reading of the call's bytes and
 * replaces none of it: a contract may behave differently in a block (ADR 0024).
 */
export const simulationSchema = z.object({
  changes: z.array(balanceChangeSchema),
  approvals: z.array(approvalSchema),
})
export type Simulation = z.infer<typeof simulationSchema>
