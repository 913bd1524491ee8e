import type { PreparedCall, PrepareErc721ApproveRequest } from '#protocol/baas/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { preparedCall } from './prepared-call.ts'

/**
 * `POST /tokens/erc721/approve`: the call that gives rights over one collectible; the zero address as `approved`
 * clears them (spec "Prepare endpoints", rules 1, 6 and 7).
 *
 * @throws WALLET_NOT_OWNED
 */
export async function prepareErc721Approve(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareErc721ApproveRequest },
): Promise<PreparedCall> {
  const { walletAddress, tokenAddress, approved, tokenId } = input.body
  await requireOwnWallet(ctx, caller.organizationId, walletAddress)
  return preparedCall(tokenAddress, 'approve(address,uint256)', [approved, tokenId])
}
