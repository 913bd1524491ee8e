import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { fingerprint } from '#protocol/display/fingerprint.ts'
import { parseExecuteCall, executeDigest } from '#protocol/signing/execute-digest.ts'
import { replaySlot } from '#protocol/signing/replay-ring.ts'
import type { Choice, Describe } from './choice.ts'
import type { HasConfig, HasMemory, HasServerTime } from './context-parts.ts'
import type { ExpiresIn } from './expires-in.ts'
import type { Confirmation } from './send-screens.ts'

/**
 * Validity of a call in seconds. Long enough for an approval on another device. Short enough that, with one call per
 * minute, the live calls fit into the slots of the replay ring.
 */
const EXPIRES_IN = { least: 420, choices: 30 }
/**
 * Validity of a call right after one that was executed immediately, in seconds. Too short for an approval. If the
 * wallet has become protected, the service refuses to hold the call, and the next call is valid for longer (profile
 * 8).
 */
const EXPIRES_SOON_IN = { least: 46, choices: 15 }
const RIGHT_AFTER_SECONDS = 30

/**
 * Builds the call to sign and its meaning. The meaning is decoded from the bytes whose digest is computed here. The
 * expiration is one that the wallet has never used. `expiresIn`: the validity that the notes ask for. Source: profile
 * 3; ADR 0009.
 */
export function buildConfirmation(
  { deps: { memory }, config: { chainId }, serverSeconds }: HasMemory & HasConfig & HasServerTime,
  { wallet, coin, fee, describe, cancels, call: own }: Choice,
  isRepeated: boolean,
  expiresIn?: ExpiresIn,
): Confirmation {
  const callUntil = (expiration: number) =>
    parseExecuteCall({
      walletAddress: wallet.address,
      toAddress: own.to ?? coin.address,
      value: `${own.value ?? 0n}`,
      data: own.data,
      expiration: `${expiration}`,
      fee: `${fee?.units ?? 0n}`,
      feeCoinAddress: fee?.tokenAddress ?? ZERO_ADDRESS,
      feeWithdrawAddress: fee?.withdrawAddress ?? ZERO_ADDRESS,
    })
  const now = serverSeconds()
  const isRightAfter = !isRepeated && now - (memory.executedAt.get(wallet.address) ?? 0) < RIGHT_AFTER_SECONDS
  const { least, choices } = expiresIn ?? (isRightAfter ? EXPIRES_SOON_IN : EXPIRES_IN)
  const expiration = memory.reserveExpiration(
    wallet.address,
    now,
    [...Array<undefined>(choices)].map((_, second) => now + least + second),
    (one) => replaySlot(executeDigest(chainId, callUntil(one))),
  )
  return toConfirmation(chainId, {
    wallet,
    coin,
    fee,
    call: callUntil(expiration),
    describe,
    cancels,
    functionSignature: own.functionSignature,
    expiresInSeconds: expiration - now,
  })
}

/** A call and its meaning, decoded from its bytes. */
export function toConfirmation(
  chainId: number,
  known: Omit<Confirmation, 'chainId' | 'description' | 'digest' | 'fingerprint'> & { describe: Describe },
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
