import type { Address, Hex } from 'viem'
import type { PreparedCall, PrepareSetApprovalForAllRequest } from '#protocol/prepare.ts'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { tokenOperation, type TokenOperationKind, type TokenValues } from '#protocol/operations.ts'
import { argumentTypes } from '#protocol/token-functions.ts'
import { encodeTokenCall, encodeTokenFunction } from '#protocol/signing/calldata.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { checkReceiver } from '#service/chain/check-receiver.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** What the body of every prepare endpoint has; `from`, where there is one, is the holder. */
type Preparation = { walletAddress: string; tokenAddress: string; from?: string }

/**
 * A prepare endpoint: the call of a token operation, for the wallet's passkey to sign; nothing is executed. Amounts in
 * the token's smallest unit. Both the signing wallet and the holder must be the organization's, and a contract that
 * cannot receive is refused here already (spec "Prepare endpoints", rules 1 to 7; ADR 0008).
 *
 * @throws WALLET_NOT_OWNED for `walletAddress` and for `from`, RECIPIENT_CANNOT_RECEIVE, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export function prepareTokenCall<Kind extends TokenOperationKind>(kind: Kind) {
  const { receiverHook } = tokenOperation(kind)
  return async (
    ctx: Context,
    { organizationId }: Caller,
    { body }: { body: Preparation & TokenValues<Kind> },
  ): Promise<PreparedCall & { toAddress: Address }> => {
    const { walletAddress, tokenAddress, from = walletAddress } = body
    const { address: operator } = await requireOwnWallet(ctx, organizationId, walletAddress)
    if (!sameAddress(operator, from)) await requireOwnWallet(ctx, organizationId, from)
    const toAddress = checksumAddress(tokenAddress)
    const txObject = encodeTokenCall(kind, body)
    if (receiverHook !== undefined)
      await requireReceiver(ctx, { toAddress, txObject }, receiverHook, operator)
    return { success: true, toAddress, txObject }
  }
}

/** A safe transfer: the params of its call begin with the holder and the recipient. */
type SafeTransfer = { toAddress: Address; txObject: { params: readonly string[]; data: Hex } }

/**
 * Refuses a safe transfer to a contract that cannot receive, before anything is signed or sent. Whether the holder
 * has the token is not asked: preparing needs no balance (ADR 0008). `hook` is the function by which the token asks
 * the recipient, `operator` the wallet that will call.
 *
 * @throws RECIPIENT_CANNOT_RECEIVE with the decoded reason (spec "Prepare endpoints", rule 3)
 */
async function requireReceiver(
  ctx: Pick<Context, 'chain'>,
  { toAddress: token, txObject }: SafeTransfer,
  hook: string,
  operator: Address,
): Promise<void> {
  const [from = '', to = '', ...moved] = txObject.params
  // An ERC-721 transfer without data is asked about with empty data.
  const asked = [operator, from, ...moved, '0x'].slice(0, argumentTypes(hook).length)
  const verdict = await checkReceiver(ctx.chain, {
    token,
    recipient: checksumAddress(to),
    operator,
    transferData: txObject.data,
    hook,
    hookData: encodeTokenFunction(hook, asked),
  })
  if (!verdict.ok) throw apiError('RECIPIENT_CANNOT_RECEIVE', verdict.reason)
}

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
