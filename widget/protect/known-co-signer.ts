import { sameAddress } from '#protocol/display/address.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { count, text } from '#widget/checks.ts'
import type { Memory } from '#widget/memory.ts'

/** A wallet on a chain: the same address may have another co-signer on another one. */
type WalletPlace = { chainId: number; address: string }

type Store = Pick<Memory, 'store'>

/** How long the passkey alone takes to remove a co-signer at least, in milliseconds. Source: ADR 0029. */
const REMOVAL_MS = 3 * 86_400_000

const isAddress = text(/^0x[0-9a-f]{40}$/)
const isTime = count()
const keyOf = ({ chainId, address }: WalletPlace): string =>
  `latchkey:co-signer:${chainId}:${address.toLowerCase()}`
const removalKeyOf = (wallet: WalletPlace): string => `${keyOf(wallet)}:removal`

/** Stores the co-signer that this browser or the person knows of; undefined if there is none now. */
export function keepCoSigner({ store }: Store, wallet: WalletPlace, coSigner: string | undefined): void {
  store.removeItem(removalKeyOf(wallet))
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

/**
 * Whether a server names another co-signer, or none, than this browser knows. It may have been changed elsewhere, or the
 * server lies: a message that names no co-signer is valid as soon as there is none. The first co-signer that is seen is
 * remembered. After the time of a removal that was signed here, none is as expected, and is remembered too.
 */
export function noticeCoSigner(
  { memory, clock }: { memory: Store; clock: Pick<FlowDeps['clock'], 'now'> },
  wallet: WalletPlace,
  named: string | undefined,
): boolean {
  const known = memory.store.getItem(keyOf(wallet))
  const isKnown = isAddress(known)
  const isFirst = !isKnown && named !== undefined
  const isRemoved = isKnown && named === undefined && isRemovalDue(memory, wallet, clock.now())
  if (isFirst || isRemoved) keepCoSigner(memory, wallet, named)
  return isKnown && !isRemoved && !sameAddress(known, named ?? '')
}

function isRemovalDue({ store }: Store, wallet: WalletPlace, nowMs: number): boolean {
  const startedMs = Number(store.getItem(removalKeyOf(wallet)) ?? Number.NaN)
  return isTime(startedMs) && nowMs - startedMs >= REMOVAL_MS
}
