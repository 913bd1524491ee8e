import type { PreparedCall, PrepareErc1155SafeTransferRequest } from '#protocol/baas/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { preparedCall, requireHolder, requireReceiver } from './prepared-call.ts'

/**
 * `POST /tokens/erc1155/safe-transfer`: the call that moves `amount` units of one token; a contract that cannot
 * receive them is refused here already (spec "Prepare endpoints", rules 1, 3 and 4).
 *
 * @throws WALLET_NOT_OWNED for `walletAddress` and for `from`, RECIPIENT_CANNOT_RECEIVE, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function prepareErc1155SafeTransfer(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareErc1155SafeTransferRequest },
): Promise<PreparedCall> {
  const { tokenAddress, from, to, tokenId, amount, data = '0x' } = input.body
  const operator = await requireHolder(ctx, caller, input.body)
  const prepared = preparedCall(tokenAddress, 'safeTransferFrom(address,address,uint256,uint256,bytes)', [
    from,
    to,
    tokenId,
    amount,
    data,
  ])
  await requireReceiver(ctx, prepared, { standard: 'erc1155', operator, from, to, tokenId, amount, data })
  return prepared
}
