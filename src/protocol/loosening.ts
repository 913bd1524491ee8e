import type { IpAllowList, IpAllowListMode } from './api-keys.ts'
import type { FeeSettings } from './deployment-config.ts'
import { sameAddress } from './display/address.ts'
import { isRangeWithin, parseIpRange } from './ip-range.ts'
import { countRequired, type ApprovalRule, type Policy, type PolicyRule } from './policies.ts'

/**
 * The rule of a policy, and the wallet to which it applies. If `walletAddress` is null, it applies to all wallets.
 */
export type PolicyDemand = Pick<Policy, 'enabled' | 'walletAddress' | 'rule'>

/**
 * Whether a change of a policy may let something pass that did not pass before: a higher amount, another recipient or
 * fewer wallets. Also true if the policy was turned off or deleted (`after` is undefined). Rules that cannot be
 * compared count as looser. Source: ADR 0028.
 */
export function isPolicyLoosened(before: PolicyDemand, after: PolicyDemand | undefined): boolean {
  if (!before.enabled) return false
  if (after === undefined || !after.enabled) return true
  return !coversWallets(before.walletAddress, after.walletAddress) || isRuleLooser(before.rule, after.rule)
}

/** Whether a policy still applies to every wallet to which it applied before. */
function coversWallets(before: string | null, after: string | null): boolean {
  return after === null || (before !== null && sameAddress(before, after))
}

function isRuleLooser(before: PolicyRule, after: PolicyRule): boolean {
  switch (before.kind) {
    case 'transaction-limit':
    case 'day-limit':
      return after.kind !== before.kind || isAmountLooser(before, after)
    case 'approval':
      return (
        after.kind !== before.kind ||
        (before.everything === true && after.everything !== true) ||
        (after.everything !== true && isAmountLooser(before, after)) ||
        countRequired(after) < countRequired(before) ||
        // A shorter list of approvers also changes who can approve a transaction. The order does not matter.
        JSON.stringify(approverKeys(before)) !== JSON.stringify(approverKeys(after))
      )
    case 'recipients': {
      if (after.kind !== before.kind) return true
      const known = new Set(before.recipients.map((address) => address.toLowerCase()))
      return after.recipients.some((address) => !known.has(address.toLowerCase()))
    }
  }
}

type Amount = { tokenAddress: string; amount: string }

function isAmountLooser(before: Amount, after: Amount): boolean {
  return !sameAddress(before.tokenAddress, after.tokenAddress) || BigInt(after.amount) > BigInt(before.amount)
}

function approverKeys({ approvers }: ApprovalRule): string[] {
  return approvers
    .map(({ email, administratorId, removed = false }) =>
      JSON.stringify([email.trim().toLowerCase(), administratorId ?? null, removed]),
    )
    .toSorted()
}

/** Whether an allowlist in this mode refuses requests from other addresses. */
const REFUSES: Record<IpAllowListMode, boolean> = { off: false, staged: false, enforced: true }

/** Whether a change of an allowlist lets requests pass that were refused before. Source: ADR 0028. */
export function isAllowListLoosened(before: IpAllowList, after: IpAllowList): boolean {
  if (!REFUSES[before.mode]) return false
  if (!REFUSES[after.mode]) return true
  const allowed = before.ranges.flatMap((text) => parseIpRange(text) ?? [])
  return after.ranges.some((text) => {
    const range = parseIpRange(text)
    return range !== undefined && !allowed.some((one) => isRangeWithin(range, one))
  })
}

/**
 * Whether a change of the fee takes more from wallets or sends it elsewhere: a new fee, a higher amount, a different
 * token or a different receiver. Amounts of two tokens cannot be compared, so a different token counts as raised. A
 * lower or removed fee does not count as raised. Source: ADR 0028.
 */
export function isFeeRaised(before: FeeSettings, after: FeeSettings): boolean {
  if (after === null || BigInt(after.amountPerTransaction) === 0n) return false
  if (before === null) return true
  return (
    BigInt(after.amountPerTransaction) > BigInt(before.amountPerTransaction) ||
    !sameAddress(before.tokenAddress, after.tokenAddress) ||
    !sameAddress(before.withdrawAddress, after.withdrawAddress)
  )
}
