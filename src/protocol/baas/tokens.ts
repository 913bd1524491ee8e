import * as z from 'zod/mini'
import { addressSchema, calldataSchema, decimalsSchema, receiverDataSchema, uintSchema } from './fields.ts'
import { BATCH_ITEMS_MAX } from './limits.ts'
import { namedRule } from './named-rule.ts'

/** Body of `POST /tokens/erc20/transfer`. Source: spec "Prepare endpoints". */
export const prepareErc20TransferRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  tokenAddress: addressSchema,
  to: addressSchema,
  amount: uintSchema,
})

/** Body of `POST /tokens/erc20/approve`. Source: spec "Prepare endpoints". */
export const prepareErc20ApproveRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  tokenAddress: addressSchema,
  spender: addressSchema,
  amount: uintSchema,
})

/** `from` is the holder, `data` is passed to a receiving contract. Source: spec "Prepare endpoints", rule 1. */
const safeTransferFields = {
  walletAddress: addressSchema,
  tokenAddress: addressSchema,
  from: addressSchema,
  to: addressSchema,
}

/** Body of `POST /tokens/erc721/safe-transfer`. Source: spec "Prepare endpoints". */
export const prepareErc721SafeTransferRequestSchema = z.strictObject({
  ...safeTransferFields,
  tokenId: uintSchema,
  data: z.optional(receiverDataSchema),
})

/** Body of `POST /tokens/erc1155/safe-transfer`; `data` defaults to `0x`. Source: spec "Prepare endpoints"; profile 5. */
export const prepareErc1155SafeTransferRequestSchema = z.strictObject({
  ...safeTransferFields,
  tokenId: uintSchema,
  amount: uintSchema,
  data: z.optional(receiverDataSchema),
})

const batchListSchema = z
  .array(uintSchema, 'must be an array of strings')
  .check(z.minLength(1, 'must have at least one item'))
  .register(z.globalRegistry, { maxItems: BATCH_ITEMS_MAX })

/**
 * Body of `POST /tokens/erc1155/batch-transfer`; ids and amounts pair by position.
 * Source: spec "Prepare endpoints", rule 5; profile 5 and 6.
 */
export const prepareErc1155BatchTransferRequestSchema = z
  .strictObject({
    ...safeTransferFields,
    tokenIds: batchListSchema,
    amounts: batchListSchema,
    data: z.optional(receiverDataSchema),
  })
  .check(
    namedRule('BATCH_LENGTHS_DIFFER', (body) => {
      const [ids, amounts] = batchLengths(body)
      return ids === undefined || amounts === undefined || ids === amounts
    }),
    namedRule('BATCH_TOO_LARGE', (body) =>
      batchLengths(body).every((length) => length === undefined || length <= BATCH_ITEMS_MAX),
    ),
  )

/** How many items `tokenIds` and `amounts` of an unparsed body have, as far as they are arrays. */
function batchLengths(body: unknown): (number | undefined)[] {
  if (typeof body !== 'object' || body === null) return []
  const { tokenIds, amounts }: { tokenIds?: unknown; amounts?: unknown } = body
  return [tokenIds, amounts].map((list) => (Array.isArray(list) ? list.length : undefined))
}

/** Body of `POST /tokens/erc721/approve`; the zero address as `approved` clears. Source: spec "Prepare endpoints", rule 7. */
export const prepareErc721ApproveRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  tokenAddress: addressSchema,
  approved: addressSchema,
  tokenId: uintSchema,
})

/**
 * Body of both `set-approval-for-all`. `approved` is a JSON boolean: a text read loosely could turn a revocation
 * into a grant. Source: spec "Prepare endpoints", rule 8; profile 5.
 */
export const prepareSetApprovalForAllRequestSchema = z.strictObject({
  walletAddress: addressSchema,
  tokenAddress: addressSchema,
  operator: addressSchema,
  approved: z.boolean('must be true or false'),
})
export type PrepareSetApprovalForAllRequest = z.infer<typeof prepareSetApprovalForAllRequestSchema>

/** Answer of a prepare endpoint; `data` is the encoded call (profile 5). A signer encodes it again itself. */
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
  decimals: decimalsSchema,
  logoUrl: z.string(),
})
export type AllowedToken = z.infer<typeof allowedTokenSchema>
export const allowedTokenListSchema = z.array(allowedTokenSchema)

export const resolveTokenRequestSchema = z.strictObject({ address: addressSchema })
export const resolvedTokenSchema = z.object({
  address: addressSchema,
  name: z.string(),
  symbol: z.string(),
  decimals: decimalsSchema,
})
export type ResolvedToken = z.infer<typeof resolvedTokenSchema>

/** Lookups of tokens. Source: spec "Endpoints". */
export const TOKEN_FACT_ENDPOINTS = {
  listAllowedTokens: {
    method: 'GET',
    path: '/tokens/allowed',
    scope: 'domain:read',
    answer: allowedTokenListSchema,
    summary: 'List the default allowed tokens',
  },
  resolveToken: {
    method: 'POST',
    path: '/tokens/resolve',
    scope: 'wallet:read',
    body: resolveTokenRequestSchema,
    answer: resolvedTokenSchema,
    summary: 'Read a token’s name, symbol and decimals from the chain',
    errors: ['TOKEN_UNREADABLE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'],
  },
} as const
