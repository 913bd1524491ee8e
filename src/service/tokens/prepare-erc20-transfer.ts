import type { PreparedCall, PrepareErc20TransferRequest } from '#shared/baas/tokens.ts'
import { checksumAddress } from '#shared/display/address.ts'
import { encodeCall } from '#shared/signing/calldata.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

const FUNCTION_SIGNATURE = 'transfer(address,uint256)'

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
  const params = [to, amount]
  return {
    success: true,
    toAddress: checksumAddress(tokenAddress),
    txObject: { functionSignature: FUNCTION_SIGNATURE, params, data: encodeCall(FUNCTION_SIGNATURE, params) },
  }
}
