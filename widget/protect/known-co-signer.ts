import { sameAddress } from '#protocol/display/address.ts'
import { OBJECTED_REMOVAL_DELAY_SECONDS, REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { count, text } from '#widget/checks.ts'
import type { Memory } from '#widget/memory.ts'
import { findCoSigner } from '#widget/wallet/co-signer.ts'
import type { GuardedDetails } from '#widget/wallet/wallet-authority.ts'

/** A wallet on a chain. The same address may have another co-signer on another chain. */
type WalletPlace = { chainId: number; address: string }

type Store = Pick<Memory, 'store' | 'executedAt'>

/**
 * Result of comparing the server's co-signer with the one that this browser knows. `perhaps-removed` means
 * that the server omits it, and that a removal signed here has ended unless the co-signer objected.
 */
export type CoSignerNotice = 'expected' | 'changed' | 'perhaps-removed'

/**
 * Time in milliseconds that the passkey alone needs to remove a co-signer, without an objection and with one
 * (ADR 0021).
 */
const REMOVAL_MS = { least: REMOVAL_DELAY_SECONDS * 1_000, most: OBJECTED_REMOVAL_DELAY_SECONDS * 1_000 }
/** Time after the start of a removal during which a server may not have read it yet, in milliseconds. */
const UNREAD_MS = 3_600_000

const isAddress = text(/^0x[0-9a-f]{40}$/)
const isTime = count()
const toStorageKey = ({ chainId, address }: WalletPlace): string =>
  `latchkey:co-signer:${chainId}:${address.toLowerCase()}`
const toRemovalKey = (wallet: WalletPlace): string => `${toStorageKey(wallet)}:removal`

/** Stores the co-signer that this browser or the person knows. Undefined if there is none now. */
export function keepCoSigner(
  { store, executedAt }: Store,
  wallet: WalletPlace,
  coSigner: string | undefined,
): void {
  store.removeItem(toRemovalKey(wallet))
  // The next call may need an approval, so it must not expire soon.
  executedAt.delete(wallet.address)
  if (coSigner === undefined) store.removeItem(toStorageKey(wallet))
  else store.setItem(toStorageKey(wallet), coSigner.toLowerCase())
}

/** Stores when a removal started. The co-signer stays until the removal ends. */
export function noteRemoval({ store }: Store, wallet: WalletPlace, startedMs: number): void {
  store.setItem(toRemovalKey(wallet), String(startedMs))
}

/** Forgets a removal that was stopped. The co-signer stays. */
export function cancelRemoval({ store }: Store, wallet: WalletPlace): void {
  store.removeItem(toRemovalKey(wallet))
}

/** Whether this browser knows a co-signer of the wallet. */
export function knowsCoSigner({ store }: Store, wallet: WalletPlace): boolean {
  return isAddress(store.getItem(toStorageKey(wallet)))
}

/**
 * Compares the co-signer that a server reports with the one that this browser knows. If the server reports a
 * different co-signer or none, the co-signer was changed elsewhere, or the server lies. A message that names no
 * co-signer becomes valid as soon as there is none. The first co-signer seen is remembered. The end of a removal that
 * was signed in this browser is unknown until the time with an objection has passed.
 */
export function noticeCoSigner(
  { memory, clock }: { memory: Store; clock: Pick<FlowDeps['clock'], 'now'> },
  wallet: WalletPlace,
  details: Pick<GuardedDetails, 'coSigner' | 'coSignerUntil'>,
): CoSignerNotice {
  const named = findCoSigner(details)
  const known = memory.store.getItem(toStorageKey(wallet))
  if (!isAddress(known)) {
    if (named !== undefined) keepCoSigner(memory, wallet, named)
    return 'expected'
  }
  const removingMs = readRemovingMs(memory, wallet, clock.now())
  if (named !== undefined) {
    const isStopped = details.coSignerUntil === null && removingMs >= UNREAD_MS
    if (isStopped) cancelRemoval(memory, wallet)
    return sameAddress(known, named) ? 'expected' : 'changed'
  }
  if (removingMs < REMOVAL_MS.least) return 'changed'
  if (removingMs < REMOVAL_MS.most) return 'perhaps-removed'
  keepCoSigner(memory, wallet, undefined)
  return 'expected'
}

/** Time since a removal was signed in this browser, in milliseconds. Negative if there is none. */
function readRemovingMs({ store }: Store, wallet: WalletPlace, nowMs: number): number {
  const startedMs = Number(store.getItem(toRemovalKey(wallet)) ?? Number.NaN)
  return isTime(startedMs) ? nowMs - startedMs : -1
}
