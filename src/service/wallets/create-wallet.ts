import type { CreateWalletRequest, CreateWalletResult } from '#shared/baas/wallets.ts'
import type { Caller, Context } from '#service/context.ts'
import { checkCode } from '#service/email/check-code.ts'
import { serviceError } from '#service/http/service-error.ts'
import { finishCreation } from './finish-creation.ts'
import { deployWallet } from './deploy-wallet.ts'
import { predictAt } from './predict-wallet.ts'
import { creationHmac, creationName, findUnfinishedCreation, isAddressTaken } from './unfinished-creation.ts'
import { requireSufficientFee } from './wallet-fee.ts'
import { predictAddress, requireDomainHash, requirePublicKey } from './wallet-key.ts'

/**
 * `POST /wallets`: creates a wallet. The checks stand in the specification's order ("Creation performs");
 * the code is checked last and spent in the database transaction that stores the signed deployment, so
 * no other failure burns it. A creation that a crash cut off is completed by the same request.
 *
 * @throws INVALID_PUBLIC_KEY, RP_ID_HASH_NOT_REGISTERED, WALLET_ALREADY_DEPLOYED, INSUFFICIENT_FEE_BALANCE,
 *   INVALID_VERIFICATION_CODE, RATE_LIMITED, TRANSACTION_REVERTS, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function createWallet(
  ctx: Context,
  caller: Caller,
  input: { body: CreateWalletRequest },
): Promise<CreateWalletResult> {
  const { body } = input
  const publicKey = requirePublicKey(body.qx, body.qy)
  const rpIdHash = await requireDomainHash(ctx, caller.organizationId, body.rpIdHash)
  const key = predictAddress(ctx, publicKey, rpIdHash)

  const hmac = creationHmac(ctx, caller.organizationId, key.address, body)
  const unfinished = await findUnfinishedCreation(ctx, caller.organizationId, key.address, hmac)
  if (unfinished !== undefined) return finishCreation(ctx, unfinished)

  const [taken, prediction] = await Promise.all([
    isAddressTaken(ctx, key.address),
    predictAt(ctx, caller.organizationId, key.address),
  ])
  if (taken || prediction.deployed) throw serviceError('WALLET_ALREADY_DEPLOYED')
  requireSufficientFee(key.address, prediction.fee)

  const code = await checkCode(ctx, caller.organizationId, body)
  return inFlight(ctx, key.address, async () => {
    const creation = await deployWallet(ctx, { organizationId: caller.organizationId, key, code, body, hmac })
    return finishCreation(ctx, creation)
  })
}

/** While its name stands in `inFlight`, a stored creation is not mistaken for one that a crash cut off. */
async function inFlight<Result>(ctx: Context, address: string, work: () => Promise<Result>): Promise<Result> {
  const name = creationName(address)
  if (ctx.inFlight.has(name)) throw serviceError('WALLET_ALREADY_DEPLOYED')
  ctx.inFlight.add(name)
  try {
    return await work()
  } finally {
    ctx.inFlight.delete(name)
  }
}
