import type { Address } from 'viem'
import type { PreparedCall } from '#protocol/baas/tokens.ts'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { tokenOperation, type TokenOperationKind, type TokenValues } from '#protocol/operations.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { requireReceiver } from './require-receiver.ts'

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
