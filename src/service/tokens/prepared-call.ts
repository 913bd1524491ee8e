import type { Address, Hex } from 'viem'
import type { PreparedCall } from '#protocol/baas/tokens.ts'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { checkReceiver, encodeReceipt, type TokenReceipt } from '#service/chain/check-receiver.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/** The answer of a prepare endpoint of ours: it always carries the encoded call (profile 5). */
type EncodedCall = PreparedCall & { toAddress: Address; txObject: { data: Hex } }

/** The one answer of all prepare endpoints: the call of a token's function, for a passkey to sign (ADR 0008). */
export function preparedCall(
  tokenAddress: string,
  functionSignature: string,
  params: string[],
  data: Hex = encodeCall(functionSignature, params),
): EncodedCall {
  return {
    success: true,
    toAddress: checksumAddress(tokenAddress),
    txObject: { functionSignature, params, data },
  }
}

/**
 * In transfers of collectibles and multi-tokens both the signing wallet and the holder must be the
 * organization's. Answers the signing wallet, which the token contract will see as the operator.
 *
 * @throws WALLET_NOT_OWNED alike for either of them (spec "Prepare endpoints", rule 1)
 */
export async function requireHolder(
  ctx: Context,
  { organizationId }: Caller,
  { walletAddress, from }: { walletAddress: string; from: string },
): Promise<Address> {
  const { address } = await requireOwnWallet(ctx, organizationId, walletAddress)
  if (!sameAddress(address, from)) await requireOwnWallet(ctx, organizationId, from)
  return address
}

/**
 * Refuses a safe transfer to a contract that cannot receive, before anything is signed or sent. Whether the holder
 * has the token is not asked: preparing needs no balance (ADR 0008).
 *
 * @throws RECIPIENT_CANNOT_RECEIVE with the decoded reason (spec "Prepare endpoints", rule 3)
 */
export async function requireReceiver(
  ctx: Pick<Context, 'chain'>,
  { toAddress, txObject }: EncodedCall,
  transfer: TokenReceipt & { to: string; operator: Address },
): Promise<void> {
  const verdict = await checkReceiver(ctx.chain, {
    token: toAddress,
    recipient: checksumAddress(transfer.to),
    operator: transfer.operator,
    transferData: txObject.data,
    receipt: encodeReceipt(transfer),
  })
  if (!verdict.ok) throw apiError('RECIPIENT_CANNOT_RECEIVE', verdict.reason)
}
