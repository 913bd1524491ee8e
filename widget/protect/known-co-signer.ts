import { sameAddress } from '#protocol/display/address.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { count, text } from '#widget/checks.ts'
import type { Memory } from '#widget/memory.ts'
import { coSignerOf } from '#widget/wallet/co-signer.ts'
import type { GuardedDetails } from '#widget/wallet/wallet-authority.ts'

/** A wallet on a chain: the same address may have another co-signer on another one. */
type WalletPlace = { chainId: number; address: string }

type Store = Pick<Memory, 'store' | 'executedAt'>

/**
 * How the co-signer that a server names compares with the one that this browser knows. `perhaps-removed`: the server names
 * none, and a removal that was signed here has ended unless the co-signer objected.
 */
export type CoSignerNotice = 'expected' | 'changed' | 'perhaps-removed'

const DAY_MS = 86_400_000
/** How long the passkey alone takes to remove a co-signer, without an objection and with one. Source: ADR 0029. */
const REMOVAL_MS = { least: 3 * DAY_MS, most: 30 * DAY_MS }
/** For how long after the start of a removal a server may not have read of it yet, in milliseconds. */
const UNREAD_MS = 3_600_000

const isAddress = text(/^0x[0-9a-f]{40}$/)
const isTime = count()
const keyOf = ({ chainId, address }: WalletPlace): string =>
  `latchkey:co-signer:${chainId}:${address.toLowerCase()}`
const removalKeyOf = (wallet: WalletPlace): string => `${keyOf(wallet)}:removal`

/** Stores the co-signer that this browser or the person knows of; undefined if there is none now. */
export function keepCoSigner(
  { store, executedAt }: Store,
  wallet: WalletPlace,
  coSigner: string | undefined,
): void {
  store.removeItem(removalKeyOf(wallet))
  // The next call may have to wait for an approval, so it must not expire soon.
  executedAt.delete(wallet.address)
  if (coSigner === undefined) store.removeItem(keyOf(wallet))
  else store.setItem(keyOf(wallet), coSigner.toLowerCase())
}

/** Stores when a removal started. The co-signer stays until its end. */
export function noteRemoval({ store }: Store, wallet: WalletPlace, startedMs: number): void {
  store.setItem(removalKeyOf(wallet), String(startedMs))
}

/** The removal was stopped, so the co-signer stays. */
export function cancelRemoval({ store }: Store, wallet: WalletPlace): void {
  store.removeItem(removalKeyOf(wallet))
}

/** Whether this browser knows a co-signer of the wallet. */
export function knowsCoSigner({ store }: Store, wallet: WalletPlace): boolean {
  return isAddress(store.getItem(keyOf(wallet)))
}

/**
 * Whether a server names another co-signer, or none, than this browser knows. It may have been changed elsewhere, or the
 * server lies: a message that names no co-signer is valid as soon as there is none. The first co-signer that is seen is
 * remembered. The end of a removal that was signed here is not known before the time that it takes with an objection.
 */
export function noticeCoSigner(
  { memory, clock }: { memory: Store; clock: Pick<FlowDeps['clock'], 'now'> },
  wallet: WalletPlace,
  details: Pick<GuardedDetails, 'coSigner' | 'coSignerUntil'>,
): CoSignerNotice {
  const named = coSignerOf(details)
  const known = memory.store.getItem(keyOf(wallet))
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

/** For how long a removal that was signed here has run, in milliseconds; below zero if there is none. */
function readRemovingMs({ store }: Store, wallet: WalletPlace, nowMs: number): number {
  const startedMs = Number(store.getItem(removalKeyOf(wallet)) ?? Number.NaN)
  return isTime(startedMs) ? nowMs - startedMs : -1
}
