import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type ErrorCode, namedRule } from './errors.ts'
import { callWarnings } from './execute-transaction.ts'
import { addressSchema, uintSchema, receiverDataSchema, calldataSchema } from './fields.ts'
import { BATCH_ITEMS_MAX } from './limits.ts'
import {
  isOfCoins,
  type TokenOperationKind,
  type TokenValues,
  tokenOperation,
  type TOKEN_OPERATIONS,
} from './operations.ts'

/** The fields that every body has. Source of the bodies: spec "Prepare endpoints". */
const parties = { walletAddress: addressSchema, tokenAddress: addressSchema }

/** `from` is the holder. Source: spec "Prepare endpoints", rule 1. */
const safeTransferFields = { ...parties, from: addressSchema, to: addressSchema }
/** Bytes passed to a receiving contract. Defaults to `0x`. Source: profile 5. */
const data = z.optional(receiverDataSchema)

const batchListSchema = z
  .array(uintSchema, 'must be an array of strings')
  .check(z.minLength(1, 'must have at least one item'))
  .register(z.globalRegistry, { maxItems: BATCH_ITEMS_MAX })

/**
 * Body of `POST /tokens/erc1155/batch-transfer`. Ids and amounts are paired by position. Source: spec "Prepare
 * endpoints", rule 5; profile 5 and 6.
 */
const prepareErc1155BatchTransferRequestSchema = z
  .strictObject({
    ...safeTransferFields,
    tokenIds: batchListSchema,
    amounts: batchListSchema,
    data,
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

/** Lengths of `tokenIds` and `amounts` in an unparsed body, if they are arrays. */
function batchLengths(body: unknown): (number | undefined)[] {
  if (typeof body !== 'object' || body === null) return []
  const { tokenIds, amounts }: { tokenIds?: unknown; amounts?: unknown } = body
  return [tokenIds, amounts].map((list) => (Array.isArray(list) ? list.length : undefined))
}

/**
 * Body of both `set-approval-for-all`. `approved` is a JSON boolean, because a loosely parsed text could turn a
 * revocation into a grant. Source: spec "Prepare endpoints", rule 8; profile 5.
 */
const prepareSetApprovalForAllRequestSchema = z.strictObject({
  ...parties,
  operator: addressSchema,
  approved: z.boolean('must be true or false'),
})
export type PrepareSetApprovalForAllRequest = z.infer<typeof prepareSetApprovalForAllRequestSchema>

/**
 * Response of a prepare endpoint. `data` is the encoded call (profile 5). A signer encodes the call again
 * itself.
 */
export const txObjectSchema = z.object({
  functionSignature: z.string(),
  params: z.array(z.string()),
  data: z.optional(calldataSchema),
})

export const preparedCallSchema = z.object({
  success: z.literal(true),
  toAddress: addressSchema,
  txObject: txObjectSchema,
  ...callWarnings,
})
export type PreparedCall = z.infer<typeof preparedCallSchema>

/**
 * The endpoints that prepare a token operation, one for each of its standards. Source: spec "Prepare
 * endpoints".
 */
export const PREPARE_ENDPOINTS = {
  prepareErc20Transfer: prepareEndpoint('erc20-transfer', 'erc20', {
    body: z.strictObject({ ...parties, to: addressSchema, amount: uintSchema }),
    summary: 'Prepare a transfer of ERC-20 tokens',
  }),
  prepareErc20Approve: prepareEndpoint('erc20-approve', 'erc20', {
    body: z.strictObject({ ...parties, spender: addressSchema, amount: uintSchema }),
    summary: 'Prepare an approval of ERC-20 tokens for a spender',
  }),
  prepareErc721SafeTransfer: prepareEndpoint('erc721-transfer', 'erc721', {
    body: z.strictObject({ ...safeTransferFields, tokenId: uintSchema, data }),
    summary: 'Prepare a transfer of an ERC-721 NFT',
  }),
  prepareErc1155SafeTransfer: prepareEndpoint('erc1155-transfer', 'erc1155', {
    body: z.strictObject({ ...safeTransferFields, tokenId: uintSchema, amount: uintSchema, data }),
    summary: 'Prepare a transfer of units of one ERC-1155 token',
  }),
  prepareErc1155BatchTransfer: prepareEndpoint('erc1155-batch-transfer', 'erc1155', {
    body: prepareErc1155BatchTransferRequestSchema,
    summary: 'Prepare a transfer of several ERC-1155 tokens in one transaction',
  }),
  // The zero address as `approved` clears the approval (rule 7).
  prepareErc721Approve: prepareEndpoint('erc721-approve', 'erc721', {
    body: z.strictObject({ ...parties, approved: addressSchema, tokenId: uintSchema }),
    summary: 'Prepare an approval of one ERC-721 NFT, or clear it',
  }),
  prepareErc721SetApprovalForAll: prepareEndpoint('set-approval-for-all', 'erc721', {
    body: prepareSetApprovalForAllRequestSchema,
    summary: 'Prepare to grant or revoke an operator over every item of an ERC-721 collection',
  }),
  prepareErc1155SetApprovalForAll: prepareEndpoint('set-approval-for-all', 'erc1155', {
    body: prepareSetApprovalForAllRequestSchema,
    summary: 'Prepare to grant or revoke an operator over every token of an ERC-1155 collection',
  }),
}

/** The body of an operation. It does not compile if a field of the operation is missing. */
type BodySchema<Kind extends TokenOperationKind> = z.ZodMiniType<
  { walletAddress: string; tokenAddress: string } & TokenValues<Kind>
>

function prepareEndpoint<Kind extends TokenOperationKind, Body extends BodySchema<Kind>>(
  kind: Kind,
  standard: (typeof TOKEN_OPERATIONS)[Kind]['standards'][number],
  { body, summary }: { body: Body; summary: string },
) {
  const { path, scope } = tokenOperation(kind)
  return endpoint('POST', `/tokens/${standard}/${path}`, scope, {
    specified: true,
    role: 'operator',
    action: `${standard}-${path}.prepared`,
    body,
    answer: preparedCallSchema,
    summary,
    errors: listErrors(kind),
  })
}

function listErrors(kind: TokenOperationKind): ErrorCode[] {
  const { fields, receiverHook } = tokenOperation(kind)
  return [
    ...(fields.includes('tokenIds') ? (['BATCH_LENGTHS_DIFFER', 'BATCH_TOO_LARGE'] as const) : []),
    'WALLET_NOT_OWNED',
    ...(isOfCoins(kind) ? (['TOKEN_UNREADABLE'] as const) : []),
    ...(receiverHook === undefined ? [] : (['RECIPIENT_CANNOT_RECEIVE'] as const)),
    ...(isOfCoins(kind) || receiverHook !== undefined ? (['CHAIN_FAILED', 'CHAIN_TIMEOUT'] as const) : []),
  ]
}
