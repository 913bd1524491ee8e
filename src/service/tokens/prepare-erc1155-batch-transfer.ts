import type { PreparedCall, PrepareErc1155BatchTransferRequest } from '#protocol/baas/tokens.ts'
import {
  BATCH_TRANSFER_SIGNATURE,
  encodeErc1155Batch,
  erc1155BatchParams,
} from '#protocol/signing/calldata.ts'
import type { Caller, Context } from '#service/context.ts'
import { preparedCall, requireHolder, requireReceiver } from './prepared-call.ts'

/**
 * `POST /tokens/erc1155/batch-transfer`: the call that moves up to 50 tokens at once, ids and amounts paired by
 * position. It is executed by `txObject.data`; `params` carries the arrays as JSON, for people to read
 * (spec "Prepare endpoints", rules 1, 3 and 5; profile 5).
 *
 * @throws WALLET_NOT_OWNED for `walletAddress` and for `from`, RECIPIENT_CANNOT_RECEIVE, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function prepareErc1155BatchTransfer(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareErc1155BatchTransferRequest },
): Promise<PreparedCall> {
  const { tokenAddress, from, to, tokenIds, amounts, data = '0x' } = input.body
  const operator = await requireHolder(ctx, caller, input.body)
  const batch = { from, to, tokenIds, amounts, data }
  const params = erc1155BatchParams(batch)
  const prepared = preparedCall(tokenAddress, BATCH_TRANSFER_SIGNATURE, params, encodeErc1155Batch(batch))
  await requireReceiver(ctx, prepared, { standard: 'erc1155-batch', operator, ...batch })
  return prepared
}
