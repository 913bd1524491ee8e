import * as z from 'zod/mini'
import { addressSchema, uintSchema } from '#protocol/baas/fields.ts'

/** In smallest units, negative for what leaves the account. The native coin has the zero address; of an item `tokenId`. */
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
 * What a simulation of a call on the chain saw: the balances that changed, the wallet's and those of the accounts that
 * the call names, and the approvals of the wallet that tokens reported. It adds to what is read from the call's bytes
 * and takes nothing away: a contract may do otherwise in a block (ADR 0024).
 */
export const simulationSchema = z.object({
  changes: z.array(balanceChangeSchema),
  approvals: z.array(approvalSchema),
})
export type Simulation = z.infer<typeof simulationSchema>
