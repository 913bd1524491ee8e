import { setTimeout as wait } from 'node:timers/promises'
import type { CreateWalletRequest } from '#protocol/create-wallet.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasClock, HasCodeKey, HasDatabase, HasLog, HasRelay } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { isLeased, underLease } from '#service/db/leases.ts'
import { checkCode } from '#service/email/check-code.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { deployWallet } from './deploy-wallet.ts'
import { predictAt, requireSufficientFee, requireWalletKey, type WalletKey } from './predict-wallet.ts'
import {
  finishCreation,
  markAnswered,
  creationHmac,
  findUnfinishedCreation,
  isAddressTaken,
} from './stored-creation.ts'

/**
 * `POST /wallets`: creates a wallet. The checks have the specification's order ("Creation performs"). The
 * code is checked last and used in the database transaction that stores the signed deployment, so no other
 * failure uses it up. The same request completes a creation that a crash interrupted, also in another process
 * (spec "Wallet endpoints", profile 7).
 *
 * @throws INVALID_PUBLIC_KEY, RP_ID_HASH_NOT_REGISTERED, WALLET_ALREADY_DEPLOYED, INSUFFICIENT_FEE_BALANCE,
 * INVALID_VERIFICATION_CODE, RATE_LIMITED, GAS_BUDGET_EXHAUSTED, TRANSACTION_REVERTS, CHAIN_FAILED,
 * CHAIN_TIMEOUT
 */
export const createWallet: Operation<
  'createWallet',
  HasChain & HasClock & HasDatabase & HasLog & HasRelay & HasCodeKey
> = async (ctx, caller, { body }) => {
  const key = await requireWalletKey(ctx, caller.organizationId, body)
  const lease = `wallet ${key.address.toLowerCase()}`
  for (;;) {
    const create = await findOrBeginCreation(ctx, caller, key, body)
    const ended = await underLease(ctx, lease, create, () => markAnswered(ctx, key.address))
    if (ended !== undefined) return ended.result
    // Another request, in this process or another one, is creating this wallet. This one waits until that request
    // has a response or its process has ended.
    const deadline = performance.now() + WAIT_MAX_MS
    while (await isLeased(ctx.db, lease)) {
      if (performance.now() > deadline) throw apiError('WALLET_ALREADY_DEPLOYED')
      await wait(LOOK_MS)
    }
  }
}

/** Runs the remaining steps, or returns the response to a stored creation. */
async function findOrBeginCreation(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasRelay & HasCodeKey,
  caller: Caller,
  key: WalletKey,
  body: CreateWalletRequest,
) {
  const { organizationId } = caller
  const hmac = creationHmac(ctx, organizationId, key.address, body)
  const unfinished = await findUnfinishedCreation(ctx, organizationId, key.address, hmac)
  if (unfinished !== undefined) return () => finishCreation(ctx, unfinished)

  const [taken, prediction] = await Promise.all([
    isAddressTaken(ctx, key.address),
    predictAt(ctx, organizationId, key.address),
  ])
  if (taken || prediction.deployed) throw apiError('WALLET_ALREADY_DEPLOYED')
  requireSufficientFee(key.address, prediction.fee)

  const code = await checkCode(ctx, caller, body)
  return async () => finishCreation(ctx, await deployWallet(ctx, { organizationId, key, code, body, hmac }))
}

const LOOK_MS = 50
const WAIT_MAX_MS = 30_000
