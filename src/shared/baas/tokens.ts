import * as z from 'zod/mini'
import { addressSchema, calldataSchema, uintSchema } from './fields.ts'

/** Body of `POST /tokens/erc20/transfer`. Source: spec "Prepare endpoints". */
export const prepareErc20TransferRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  tokenAddress: addressSchema,
  to: addressSchema,
  amount: uintSchema,
})
export type PrepareErc20TransferRequest = z.infer<typeof prepareErc20TransferRequestSchema>

/** What a prepare endpoint answers; `data` is the encoded call (profile 5). A signer encodes it again itself. */
export const txObjectSchema = z.object({
  functionSignature: z.string(),
  params: z.array(z.string()),
  data: z.optional(calldataSchema),
})
export type TxObject = z.infer<typeof txObjectSchema>

export const preparedCallSchema = z.object({
  success: z.literal(true),
  toAddress: addressSchema,
  txObject: txObjectSchema,
})
export type PreparedCall = z.infer<typeof preparedCallSchema>

/** One item of `GET /tokens/allowed`. Source: spec "Allowed token". */
export const allowedTokenSchema = z.object({
  id: z.string(),
  address: addressSchema,
  name: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  logoUrl: z.string(),
})
export type AllowedToken = z.infer<typeof allowedTokenSchema>
export const allowedTokenListSchema = z.array(allowedTokenSchema)

export const resolveTokenRequestSchema = z.strictObject({ address: addressSchema })
export const resolvedTokenSchema = z.object({
  address: addressSchema,
  name: z.string(),
  symbol: z.string(),
  decimals: z.number(),
})
export type ResolvedToken = z.infer<typeof resolvedTokenSchema>
