import type { Path } from 'react-hook-form'
import { BATCH_ITEMS_MAX } from '#protocol/limits.ts'
import { preparedCallSchema, type PreparedCall } from '#protocol/prepare.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { prepareRequestOf } from '#protocol/operations.ts'
import type { TokenCall } from '#protocol/widget-call.ts'
import { callApi } from '#web/console/lib/api.ts'
import { ApiError } from '#web/ui/errors.ts'
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

/** General refusals of the service that one field can fix. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  RECIPIENT_CANNOT_RECEIVE: 'to',
  TOKEN_UNREADABLE: 'tokenAddress',
  BATCH_LENGTHS_DIFFER: 'tokenIds',
  BATCH_TOO_LARGE: 'tokenIds',
}

/**
 * Lets the service prepare the call; nothing is executed, and the widget prepares and encodes it again. The wallet is
 * the holder.
 *
 * @throws ApiError with the field it belongs to, if any
 */
export async function prepareCall(
  walletAddress: string,
  call: TokenCall,
  standard: TokenStandard | null,
): Promise<PreparedCall> {
  const { path, body } = prepareRequestOf(walletAddress, call, standard)
  const request = {
    method: 'POST',
    path: `/api/baas/tokens/${path}`,
    body,
    answer: preparedCallSchema,
  } as const
  try {
    return await callApi(request)
  } catch (error) {
    throw atField(error)
  }
}

function atField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const path = FIELD_OF_CODE[error.code]
  if (path === undefined || error.errors.length > 0) return error
  const { status, requestId, message, code } = error
  return new ApiError(code, message, { status, requestId, errors: [{ path, message }], cause: error })
}
