import type { PreparedCall, PrepareSetApprovalForAllRequest } from '#protocol/baas/tokens.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { preparedCall } from './prepared-call.ts'

/**
 * `POST /tokens/erc721/set-approval-for-all` and `/tokens/erc1155/set-approval-for-all`: the call that gives an
 * operator rights over every item of a collection until it is revoked, or revokes them. Both are logged with
 * operator, collection and wallet (spec "Prepare endpoints", rules 1, 6 and 8).
 *
 * @throws WALLET_NOT_OWNED
 */
export async function prepareSetApprovalForAll(
  ctx: Context,
  caller: Caller,
  input: { body: PrepareSetApprovalForAllRequest },
): Promise<PreparedCall> {
  const { walletAddress, tokenAddress, operator, approved } = input.body
  const wallet = await requireOwnWallet(ctx, caller.organizationId, walletAddress)
  const answer = preparedCall(tokenAddress, 'setApprovalForAll(address,bool)', [operator, String(approved)])
  ctx.log.info(
    {
      event: approved ? 'approval-for-all-granted' : 'approval-for-all-revoked',
      organizationId: caller.organizationId,
      keyId: caller.keyId,
      operator: checksumAddress(operator),
      collection: answer.toAddress,
      wallet: wallet.address,
    },
    approved ? 'an operator over a whole collection was prepared' : 'the end of an operator was prepared',
  )
  return answer
}
