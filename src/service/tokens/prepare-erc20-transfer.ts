import type { PreparedCall, PrepareErc20TransferRequest } from '#protocol/baas/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { preparedCall } from './prepared-call.ts'

/**
 * `POST /tokens/erc20/transfer`: the call that moves coins, for the wallet's passkey to sign; nothing is
 * executed. `amount` in the token's smallest unit (spec "Prepare endpoints", rules 1 and 2).
 *
 * @throws WALLET_NOT_OWNED
 */
export async function prepareErc20Transfer(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareErc20TransferRequest },
): Promise<PreparedCall> {
  const { walletAddress, tokenAddress, to, amount } = input.body
  await requireOwnWallet(ctx, caller.organizationId, walletAddress)
  return preparedCall(tokenAddress, 'transfer(address,uint256)', [to, amount])
}
