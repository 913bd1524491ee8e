import { checksumAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import { fingerprint } from '#shared/display/fingerprint.ts'
import { executeDigest, type ExecuteCall } from '#shared/signing/execute-digest.ts'
import type { Choice } from './choose-transfer.ts'
import type { SendContext } from './send-context.ts'
import type { Describe } from './send-plan.ts'
import type { Confirmation } from './send-screens.ts'

/** How long a signature may be used: a person with a slow phone is done by then, a stolen one is worth little. */
export const EXPIRATION_AHEAD_SECONDS = 600

/**
 * The call that will be signed and what it means. The meaning is read back from the very bytes whose digest is
 * computed here; the expiration is one that this wallet never used before. Source: profile 3.
 */
export function buildConfirmation(context: SendContext, choice: Choice): Confirmation {
  const { wallet, coin, fee, describe, call: own } = choice
  const { chainId } = context.config
  const wanted = context.serverSeconds() + EXPIRATION_AHEAD_SECONDS
  const expiration = context.deps.memory.reserveExpiration(wallet.address, wanted)
  const call: ExecuteCall = {
    walletAddress: checksumAddress(wallet.address),
    toAddress: checksumAddress(own.to ?? coin.address),
    value: own.value ?? 0n,
    data: own.data,
    expiration: BigInt(expiration),
    fee: fee?.units ?? 0n,
    feeCoinAddress: fee === null ? ZERO_ADDRESS : checksumAddress(fee.tokenAddress),
    feeWithdrawAddress: fee === null ? ZERO_ADDRESS : checksumAddress(fee.withdrawAddress),
  }
  return confirmationOf(chainId, {
    wallet,
    coin,
    fee,
    call,
    describe,
    functionSignature: own.functionSignature,
    expiresInSeconds: expiration - context.serverSeconds(),
  })
}

/** A call and what it means, read back from its bytes. */
export function confirmationOf(
  chainId: number,
  known: Pick<Confirmation, 'wallet' | 'call' | 'coin' | 'fee' | 'functionSignature' | 'expiresInSeconds'> & {
    describe: Describe
  },
): Confirmation {
  const { describe, ...facts } = known
  const digest = executeDigest(chainId, facts.call)
  return {
    ...facts,
    chainId,
    description: describe({ ...facts.call, chainId }),
    digest,
    fingerprint: fingerprint(digest),
  }
}
