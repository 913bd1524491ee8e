import type { WalletApprover } from '#shared/org/approval-endpoints.ts'

/** What happens with each transaction of a wallet, by who approves it. */
export const APPROVER_SENTENCES: Record<WalletApprover['state'], string> = {
  none: 'Sent at once: the organization operates this wallet, and it has no approver.',
  invited:
    'Sent at once for now: the end-user is invited and has not enrolled in the approval app, so nothing is held yet.',
  enrolled: 'Held until the end-user approves it in their approval app.',
}
