import * as z from 'zod/mini'
import { addressSchema } from './fields.ts'

/** `POST /api/sandbox/faucet` and the sandbox's own faucet. Source: profile 1. */
export const faucetRequestSchema = z.strictObject({
  token: addressSchema,
  to: addressSchema,
  amount: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,29}$/, 'must be a positive whole number'))),
  tokenId: z.optional(z.string().check(z.regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a whole number'))),
})

export const faucetResultSchema = z.object({ success: z.literal(true), transactionHash: z.string() })
