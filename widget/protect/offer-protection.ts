import type { WidgetWallet } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import { count } from '#widget/checks.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { coSignerOf } from '#widget/wallet/co-signer.ts'
import { readGuarded, type GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { backupOf } from '#widget/wallet/wallet-details.ts'

/** Whether the person has enrolled in the approval app, whose wallet can then be the co-signer, and no one must sign yet. */
export function canProtect(details: GuardedDetails): boolean {
  const { approvalWallet } = details
  const hasApproval = approvalWallet !== undefined && approvalWallet !== null
  return hasApproval && coSignerOf(details) === undefined && !isApprovalBackup(details)
}

/** Whether the backup address is the approval wallet. As the co-signer too, one key would have two votes. */
export function isApprovalBackup(details: GuardedDetails): boolean {
  const backup = backupOf(details)
  return backup !== undefined && sameAddress(backup, details.approvalWallet ?? '')
}

/** For how long an offer that was put off is not made again, in milliseconds. */
const LATER_MS = 7 * 86_400_000

const keyOf = (wallet: string): string => `latchkey:protect-later:${wallet.toLowerCase()}`
const isTime = count()

/** The person wants to decide on another day. */
export function putOff({ memory, clock }: Pick<FlowDeps, 'memory' | 'clock'>, wallet: string): void {
  memory.store.setItem(keyOf(wallet), String(clock.now()))
}

/**
 * Finds the wallet of this page that can be protected. Undefined if there is none, or several, if the token may not change
 * the wallet, or if the offer was put off.
 */
export async function findUnprotected(
  deps: Pick<FlowDeps, 'api' | 'memory' | 'clock'>,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<WidgetWallet | undefined> {
  const { operations } = await deps.api.config(signal)
  if (!operations.includes('approve') || !operations.includes('execute')) return undefined
  const listed = await deps.api.wallets(signal)
  const wallets = listed.filter(({ address }) => wanted === undefined || sameAddress(address, wanted))
  const [wallet, another] = wallets
  if (wallet === undefined || another !== undefined || isPutOff(deps, wallet.address)) return undefined
  return canProtect(await readGuarded(deps.api, wallet.address, signal)) ? wallet : undefined
}

function isPutOff({ memory, clock }: Pick<FlowDeps, 'memory' | 'clock'>, wallet: string): boolean {
  const stored = Number(memory.store.getItem(keyOf(wallet)) ?? Number.NaN)
  return isTime(stored) && clock.now() - stored < LATER_MS
}
