import type { PreparedCall, PrepareErc20ApproveRequest } from '#protocol/baas/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { preparedCall } from './prepared-call.ts'

/**
 * `POST /tokens/erc20/approve`: the call that lets a spender take up to `amount` (smallest unit) of the wallet's
 * coins; 0 takes the allowance back (spec "Prepare endpoints", rules 1 and 6).
 *
 * @throws WALLET_NOT_OWNED
 */
export async function prepareErc20Approve(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareErc20ApproveRequest },
): Promise<PreparedCall> {
  const { walletAddress, tokenAddress, spender, amount } = input.body
  await requireOwnWallet(ctx, caller.organizationId, walletAddress)
  return preparedCall(tokenAddress, 'approve(address,uint256)', [spender, amount])
}
