import { sameAddress } from '#protocol/display/address.ts'
import type { CallKind } from '#protocol/display/call-description.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { count } from '#widget/checks.ts'
import type { OfferTime } from '#widget/files.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import { changesIn, describeOwnChanges } from '#widget/keys/own-changes.ts'
import { findCoSigner } from '#widget/wallet/co-signer.ts'
import { readGuarded, type GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { backupOf } from '#widget/wallet/wallet-details.ts'
import { knowsCoSigner } from './known-co-signer.ts'

/**
 * Whether the wallet can be protected. The person must have enrolled in the approval app, so that its wallet
 * can become the co-signer, and the wallet must have no co-signer.
 */
export function canProtect(details: GuardedDetails): boolean {
  const { approvalWallet } = details
  const hasApproval = approvalWallet !== undefined && approvalWallet !== null
  return hasApproval && findCoSigner(details) === undefined && !isApprovalBackup(details)
}

/** Whether the backup address is the approval wallet. If it were also the co-signer, one key would have two votes. */
export function isApprovalBackup(details: GuardedDetails): boolean {
  const backup = backupOf(details)
  return backup !== undefined && sameAddress(backup, details.approvalWallet ?? '')
}

/** Time for which a postponed offer is hidden, in milliseconds. */
const LATER_MS = 7 * 86_400_000

const toStorageKey = (wallet: string): string => `latchkey:protect-later:${wallet.toLowerCase()}`
const isTime = count()

/** Stores that the person postponed the offer. */
export function putOff({ memory, clock }: Pick<FlowDeps, 'memory' | 'clock'>, wallet: string): void {
  memory.store.setItem(toStorageKey(wallet), String(clock.now()))
}

/**
 * A wallet that can be protected. `isFirst` means that its first call follows, so the protection comes first.
 */
export type Unprotected = { address: string; isFirst: boolean }

type Asked = { wanted: string | undefined; at: OfferTime }

/**
 * Finds the wallet of this page that can be protected. Undefined if there is not exactly one, if the token
 * may not change the wallet, or if the offer was postponed. A page's own call waits for the protection only
 * if the wallet has no earlier call.
 */
export async function findUnprotected(
  deps: Pick<FlowDeps, 'api' | 'memory' | 'clock'>,
  { wanted, at }: Asked,
  signal: AbortSignal,
): Promise<Unprotected | undefined> {
  const { api, memory } = deps
  const [{ operations, chainId }, listed] = await Promise.all([api.config(signal), api.wallets(signal)])
  if (!operations.includes('approve') || !operations.includes('execute')) return undefined
  const wallets = listed.filter(({ address }) => wanted === undefined || sameAddress(address, wanted))
  const [wallet, another] = wallets
  if (wallet === undefined || another !== undefined) return undefined
  const { address } = wallet
  if (at !== 'created' && isPutOff(deps, address)) return undefined
  // The wallet has had a co-signer, so the call is not its first one.
  if (at === 'call' && knowsCoSigner(memory, { chainId, address })) return undefined
  if (!canProtect(await readGuarded(api, address, signal))) return undefined
  const isFirst = at !== 'created' && (await isUnused(api, { address, chainId }, signal))
  return at === 'call' && !isFirst ? undefined : { address, isFirst }
}

/** Calls of a wallet to itself that do not count as its first payment. */
const PREPARATIONS: ReadonlySet<CallKind> = new Set<CallKind>(['wallet-set-backup', 'wallet-set-co-signer'])

/** Whether the service knows no call of a wallet except its preparations. False if it reports no calls. */
async function isUnused(
  api: WidgetApi,
  { address, chainId }: { address: string; chainId: number },
  signal: AbortSignal,
): Promise<boolean> {
  const sent = await api.transactions(address, signal).catch(noneIfUnsupported)
  if (sent === undefined) return false
  const changes = sent.flatMap((call) => changesIn(describeOwnChanges({ ...call, chainId })))
  return changes.every(({ kind }) => PREPARATIONS.has(kind))
}

function isPutOff({ memory, clock }: Pick<FlowDeps, 'memory' | 'clock'>, wallet: string): boolean {
  const stored = Number(memory.store.getItem(toStorageKey(wallet)) ?? Number.NaN)
  return isTime(stored) && clock.now() - stored < LATER_MS
}
