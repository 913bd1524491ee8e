import type { WalletApprover } from '#shared/org/approval-endpoints.ts'
import { t } from '#console/lib/text.ts'

/** What happens with each transaction of a wallet, by who approves it. */
export function approverSentence(state: WalletApprover['state']): string {
  switch (state) {
    case 'none':
      return t('Sent at once: the organization operates this wallet, and it has no approver.')
    case 'invited':
      return t(
        'Sent at once for now: the end-user is invited and has not enrolled in the approval app, so nothing is held yet.',
      )
    case 'enrolled':
      return t('Held until the end-user approves it in their approval app.')
  }
}
