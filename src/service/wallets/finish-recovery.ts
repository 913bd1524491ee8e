import { encodeFunctionData } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasClock, HasDatabase, HasRelay } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { readWalletOnChain } from './get-wallet.ts'
import { requireOwnWallet } from './require-own-wallet.ts'

const FINISH = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'finishRecovery' })

/**
 * `POST /wallets/{address}/finish-recovery`: pays for a call that anyone may make. The call puts the passkey that
 * the backup address proposed into effect, three days after the proposal. The endpoint gives no rights: only the
 * contract decides. Source: ADR 0007.
 *
 * @throws WALLET_NOT_OWNED; CONFLICT before the time; TRANSACTION_REVERTS if the passkey cancelled the recovery
 * meanwhile
 */
export const finishRecovery: Operation<
  'finishRecovery',
  HasChain & HasClock & HasDatabase & HasRelay
> = async (ctx, { organizationId }, { params }) => {
  const { address } = await requireOwnWallet(ctx, organizationId, params.address)
  const pending = (await readWalletOnChain(ctx.chain, address))?.onChain.pendingRecovery
  if (pending === undefined) return { success: true }
  const effectiveMs = Number(pending.effectiveAtSeconds) * 1_000
  if (ctx.clock.now().getTime() < effectiveMs) {
    throw apiError(
      'CONFLICT',
      `The proposed passkey can take effect from ${new Date(effectiveMs).toISOString()} on`,
    )
  }
  const finishing = ctx.relay.submit({ purpose: 'wallet', organizationId, to: address, data: FINISH })
  const { hash } = await finishing.catch(async (cause: unknown) => {
    if (!(cause instanceof ApiError) || cause.code !== 'TRANSACTION_REVERTS') throw cause
    // The call may fail although the delay has passed, because the chain's time does not advance between two
    // blocks. The proposal still exists in that case, unlike a cancelled one.
    const left = (await readWalletOnChain(ctx.chain, address))?.onChain.pendingRecovery
    if (left?.effectiveAtSeconds !== pending.effectiveAtSeconds) throw cause
    throw apiError('CONFLICT', 'The chain has not reached that time yet, try again', { cause })
  })
  return { success: true, transactionHash: hash }
}
