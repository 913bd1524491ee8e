import type { Path } from 'react-hook-form'
import { SPEC_ENDPOINTS } from '#protocol/baas/endpoints.ts'
import { BATCH_ITEMS_MAX } from '#protocol/baas/limits.ts'
import type { PreparedCall } from '#protocol/baas/tokens.ts'
import type { TokenStandard } from '#protocol/org/tokens.ts'
import type { TokenCall } from '#protocol/org/widget-call.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { ApiError } from '#web/console/lib/errors.ts'
import type { SendValues } from './send-values.ts'

/** The service's names for the fields of the form. */
export const SEND_FIELDS: Record<string, Path<SendValues>> = {
  tokenAddress: 'tokenChoice',
  to: 'party',
  spender: 'party',
  operator: 'party',
  approved: 'party',
  tokenId: 'tokenId',
  amount: 'amount',
  tokenIds: 'rows',
  amounts: 'rows',
  ...Object.fromEntries(
    Array.from({ length: BATCH_ITEMS_MAX }, (_, index) => [
      [`tokenIds.${index}`, `rows.${index}.tokenId`],
      [`amounts.${index}`, `rows.${index}.amount`],
    ]).flat(),
  ),
}

/** What the service refuses as a whole and a person mends in one field. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  RECIPIENT_CANNOT_RECEIVE: 'to',
  TOKEN_UNREADABLE: 'tokenAddress',
  BATCH_LENGTHS_DIFFER: 'tokenIds',
  BATCH_TOO_LARGE: 'tokenIds',
}

/**
 * Lets the service prepare the call; nothing is executed, and the widget prepares and encodes it again. The wallet is
 * the holder of what is moved.
 *
 * @throws ApiError with the field that it belongs to, where it belongs to one
 */
export async function prepareCall(
  walletAddress: string,
  call: TokenCall,
  standard: TokenStandard | null,
): Promise<PreparedCall> {
  const { endpoint, body } = requestOf(call, standard, walletAddress)
  const common = { walletAddress, tokenAddress: call.token }
  try {
    return await callEndpoint('/api/baas', endpoint, { body: { ...common, ...body } })
  } catch (error) {
    throw atField(error)
  }
}

function requestOf(call: TokenCall, standard: TokenStandard | null, from: string) {
  const E = SPEC_ENDPOINTS
  switch (call.kind) {
    case 'erc20-transfer':
      return { endpoint: E.prepareErc20Transfer, body: { to: call.to, amount: call.amount } }
    case 'erc20-approve':
      return { endpoint: E.prepareErc20Approve, body: { spender: call.spender, amount: call.amount } }
    case 'erc721-transfer':
      return { endpoint: E.prepareErc721SafeTransfer, body: { from, to: call.to, tokenId: call.tokenId } }
    case 'erc721-approve':
      return { endpoint: E.prepareErc721Approve, body: { approved: call.spender, tokenId: call.tokenId } }
    case 'set-approval-for-all':
      return {
        endpoint:
          standard === 'erc1155' ? E.prepareErc1155SetApprovalForAll : E.prepareErc721SetApprovalForAll,
        body: { operator: call.operator, approved: call.approved },
      }
    case 'erc1155-transfer': {
      const { to, tokenId, amount } = call
      return { endpoint: E.prepareErc1155SafeTransfer, body: { from, to, tokenId, amount } }
    }
    case 'erc1155-batch-transfer': {
      const { to, tokenIds, amounts } = call
      return { endpoint: E.prepareErc1155BatchTransfer, body: { from, to, tokenIds, amounts } }
    }
  }
}

function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const path = FIELD_OF_CODE[error.code]
  if (path === undefined || error.errors.length > 0) return error
  const { status, requestId, message, code } = error
  return new ApiError(code, message, { status, requestId, errors: [{ path, message }], cause: error })
}
