import type { Address } from 'viem'
import type { PredictWalletRequest, PredictWalletResult } from '#protocol/baas/wallets.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { Caller, Context } from '#service/context.ts'
import { walletFee, predictAddress, requireDomainHash, requirePublicKey } from './creation-checks.ts'

/**
 * `POST /wallets/predict`: the address that a passkey and a domain give, whether a wallet is there, and the
 * fee against the address's balance now (spec "Prediction result", profile 2).
 *
 * @throws INVALID_PUBLIC_KEY, RP_ID_HASH_NOT_REGISTERED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function predictWallet(
  ctx: Context,
  caller: Caller,
  input: { body: PredictWalletRequest },
): Promise<PredictWalletResult> {
  const key = requirePublicKey(input.body.qx, input.body.qy)
  const rpIdHash = await requireDomainHash(ctx, caller.organizationId, input.body.rpIdHash)
  const { address } = predictAddress(ctx, key, rpIdHash)
  return predictAt(ctx, caller.organizationId, address)
}

/** The prediction for a known address. */
export async function predictAt(
  ctx: Context,
  organizationId: string,
  address: Address,
): Promise<PredictWalletResult> {
  const [deployed, fee] = await Promise.all([
    isDeployed(ctx.chain, address),
    walletFee(ctx, organizationId, address),
  ])
  return { address, deployed, fee }
}
