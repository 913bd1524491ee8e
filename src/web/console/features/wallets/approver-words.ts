import type { WalletApprover } from '#protocol/org/approval-endpoints.ts'
import { t } from '#web/ui/text.ts'

/** What happens with each transaction of a wallet, by who approves it. */
export function approverSentence(state: WalletApprover['state']): string {
  switch (state) {
    case 'none':
      return t('Sent immediately, no approval: the organization operates this wallet.')
    case 'invited':
      return t(
        'Sent immediately, no approval yet: the end-user is invited but has not enrolled in the approval app.',
      )
    case 'enrolled':
      return t('Held until the end-user approves it in their approval app.')
  }
}
