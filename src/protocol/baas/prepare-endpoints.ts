import type * as z from 'zod/mini'
import {
  tokenOperation,
  type TOKEN_OPERATIONS,
  type TokenOperation,
  type TokenOperationKind,
  type TokenValues,
} from '#protocol/operations.ts'
import type { ErrorCode } from './errors.ts'
import * as tokens from './tokens.ts'

/** The endpoints that prepare a token operation, one for each standard it is for. Source: spec "Prepare endpoints". */
export const PREPARE_ENDPOINTS = {
  prepareErc20Transfer: prepareEndpoint('erc20-transfer', 'erc20', {
    body: tokens.prepareErc20TransferRequestSchema,
    summary: 'Prepare a transfer of ERC-20 coins',
  }),
  prepareErc20Approve: prepareEndpoint('erc20-approve', 'erc20', {
    body: tokens.prepareErc20ApproveRequestSchema,
    summary: 'Prepare an allowance of ERC-20 coins for a spender',
  }),
  prepareErc721SafeTransfer: prepareEndpoint('erc721-transfer', 'erc721', {
    body: tokens.prepareErc721SafeTransferRequestSchema,
    summary: 'Prepare a transfer of an ERC-721 collectible',
  }),
  prepareErc1155SafeTransfer: prepareEndpoint('erc1155-transfer', 'erc1155', {
    body: tokens.prepareErc1155SafeTransferRequestSchema,
    summary: 'Prepare a transfer of units of one ERC-1155 token',
  }),
  prepareErc1155BatchTransfer: prepareEndpoint('erc1155-batch-transfer', 'erc1155', {
    body: tokens.prepareErc1155BatchTransferRequestSchema,
    summary: 'Prepare a transfer of several ERC-1155 tokens in one transaction',
  }),
  prepareErc721Approve: prepareEndpoint('erc721-approve', 'erc721', {
    body: tokens.prepareErc721ApproveRequestSchema,
    summary: 'Prepare an approval over one ERC-721 collectible, or clear it',
  }),
  prepareErc721SetApprovalForAll: prepareEndpoint('set-approval-for-all', 'erc721', {
    body: tokens.prepareSetApprovalForAllRequestSchema,
    summary: 'Prepare to grant or revoke an operator over every item of an ERC-721 collection',
  }),
  prepareErc1155SetApprovalForAll: prepareEndpoint('set-approval-for-all', 'erc1155', {
    body: tokens.prepareSetApprovalForAllRequestSchema,
    summary: 'Prepare to grant or revoke an operator over every token of an ERC-1155 collection',
  }),
}

/** A body without one of its operation's fields does not compile. */
type BodySchema<Kind extends TokenOperationKind> = z.ZodMiniType<
  { walletAddress: string; tokenAddress: string } & TokenValues<Kind>
>

function prepareEndpoint<Kind extends TokenOperationKind, Body extends BodySchema<Kind>>(
  kind: Kind,
  standard: (typeof TOKEN_OPERATIONS)[Kind]['standards'][number],
  { body, summary }: { body: Body; summary: string },
) {
  const operation = tokenOperation(kind)
  const { path, scope } = operation
  return {
    method: 'POST',
    path: `/tokens/${standard}/${path}`,
    scope,
    action: `${standard}-${path}.prepared`,
    body,
    answer: tokens.preparedCallSchema,
    summary,
    errors: errorsOf(operation),
  } as const
}

function errorsOf({ fields, receiverHook }: TokenOperation): ErrorCode[] {
  return [
    ...(fields.includes('tokenIds') ? (['BATCH_LENGTHS_DIFFER', 'BATCH_TOO_LARGE'] as const) : []),
    'WALLET_NOT_OWNED',
    ...(receiverHook === undefined
      ? []
      : (['RECIPIENT_CANNOT_RECEIVE', 'CHAIN_FAILED', 'CHAIN_TIMEOUT'] as const)),
  ]
}
