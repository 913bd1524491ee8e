import type { PreparedCall, PrepareErc721SafeTransferRequest } from '#protocol/baas/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { preparedCall, requireHolder, requireReceiver } from './prepared-call.ts'

/**
 * `POST /tokens/erc721/safe-transfer`: the call that moves one collectible; a contract that cannot receive it is
 * refused here already. `data` is handed to a receiving contract (spec "Prepare endpoints", rules 1 and 3).
 *
 * @throws WALLET_NOT_OWNED for `walletAddress` and for `from`, RECIPIENT_CANNOT_RECEIVE, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function prepareErc721SafeTransfer(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareErc721SafeTransferRequest },
): Promise<PreparedCall> {
  const { tokenAddress, from, to, tokenId, data } = input.body
  const operator = await requireHolder(ctx, caller, input.body)
  const prepared =
    data === undefined
      ? preparedCall(tokenAddress, 'safeTransferFrom(address,address,uint256)', [from, to, tokenId])
      : preparedCall(tokenAddress, 'safeTransferFrom(address,address,uint256,bytes)', [
          from,
          to,
          tokenId,
          data,
        ])
  await requireReceiver(ctx, prepared, { standard: 'erc721', operator, from, to, tokenId, data })
  return prepared
}
