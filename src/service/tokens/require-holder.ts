import type { Address } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import type { Caller, Context } from '#service/context.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

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
