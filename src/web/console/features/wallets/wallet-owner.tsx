import type { ReactElement } from 'react'
import type { WalletApprover } from '#protocol/approval-endpoints.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { EXTERNAL_USER_ID_LENGTH_MAX } from '#protocol/limits.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { endUserLabel } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'

/** The wallet's owner: an end-user, or the organization itself. */
export function EndUser({ wallet }: { wallet: Wallet }): ReactElement {
  if (wallet.externalUserId === '') return <span className="text-muted">{t('Organization')}</span>
  return (
    <span className="[overflow-wrap:anywhere]">
      {endUserName(wallet)}
      {endUserLabel(wallet.externalUserLabel) !== '' && (
        <span className="ml-2 font-mono text-xs text-muted">{endUserId(wallet)}</span>
      )}
    </span>
  )
}

const endUserId = ({ externalUserId }: Wallet): string =>
  harmlessText(externalUserId, EXTERNAL_USER_ID_LENGTH_MAX).text

/** The end-user's label, or their id if there is none. */
export const endUserName = (wallet: Wallet): string =>
  endUserLabel(wallet.externalUserLabel) || endUserId(wallet)

/** Sentence about the approval of a wallet's transactions, by the state of its approver. */
export function approverSentence(state: WalletApprover['state']): string {
  return {
    none: t('Sent immediately unless a policy holds it: the organization operates this wallet.'),
    invited: t(
      'Sent immediately unless a policy holds it: the end-user is invited but has not enrolled in the approval app.',
    ),
    enrolled: t('Held until the end-user approves it in their approval app.'),
  }[state]
}
