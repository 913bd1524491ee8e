import type { PreparedCall, PrepareSetApprovalForAllRequest } from '#protocol/baas/tokens.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Caller, Context } from '#service/context.ts'
import { prepareTokenCall } from './prepare-token-call.ts'

const prepare = prepareTokenCall('set-approval-for-all')

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
  const { walletAddress, operator, approved } = input.body
  const answer = await prepare(ctx, caller, input)
  ctx.log.info(
    {
      event: approved ? 'approval-for-all-granted' : 'approval-for-all-revoked',
      organizationId: caller.organizationId,
      keyId: caller.keyId,
      operator: checksumAddress(operator),
      collection: answer.toAddress,
      wallet: checksumAddress(walletAddress),
    },
    approved ? 'an operator over a whole collection was prepared' : 'the end of an operator was prepared',
  )
  return answer
}
