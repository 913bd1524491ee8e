import type { ReactElement } from 'react'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { plainValue } from '#protocol/display/plain-value.ts'
import { isOfCoins, TOKEN_OPERATION_KINDS } from '#protocol/operations.ts'
import type { Transaction } from '#protocol/transactions.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { paths, type SendSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'
import { describeOutcome } from './transaction-words.ts'

type OutcomeNoticeProps = { transaction: ShownTransaction; description: CallDescription | null }

/** Reason why a transaction had no effect and what to do next. Renders nothing for other transactions. */
export function OutcomeNotice({ transaction, description }: OutcomeNoticeProps): ReactElement | null {
  const outcome = describeOutcome(transaction)
  if (outcome === null) return null
  const isRepeated = ['EXPIRED', 'REJECTED', 'CANCELLED'].includes(transaction.status)
  const href = isRepeated ? repeatHref(transaction, description) : null
  return (
    <Notice
      tone={outcome.tone}
      title={outcome.title}
      announce
      actions={
        href !== null && (
          <ButtonLink
            access={CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession}
            silent
            icon="refresh"
            to={href}
          >
            {t('Repeat')}
          </ButtonLink>
        )
      }
    >
      <p>{outcome.what}</p>
      <p className="mt-1">
        <span className="font-medium">{t('What to do:')}</span> {outcome.next}
      </p>
    </Notice>
  )
}

const FILLED: readonly string[] = ['token', 'to', 'spender', 'operator', 'approved', 'tokenId', 'amount']

/** Link to the send page with the values of a call. Null for a call that the form cannot make. */
export function repeatHref(
  { walletAddress, value: wei }: Pick<Transaction, 'walletAddress' | 'value'>,
  description: CallDescription | null,
): string | null {
  const isRevocation = description?.kind === 'revoke-approval-for-all'
  const read = isRevocation ? 'set-approval-for-all' : description?.kind
  const kind = TOKEN_OPERATION_KINDS.find((one) => one === read)
  if (description === null || kind === undefined || wei !== '0') return null
  const params: SendSearchParams = { kind }
  for (const { label, value } of description.fields) {
    // The form needs no holder, because the wallet moves its own items.
    if (label === 'from' && value.kind === 'address' && value.is === 'wallet') continue
    if (!FILLED.includes(label)) return null
    // An amount of a coin with unknown decimals cannot be typed.
    const isTyped = value.kind !== 'units' || !isOfCoins(kind)
    if (isTyped) Object.assign(params, { [label]: plainValue(value) })
  }
  return paths.send.href(checksum(walletAddress), params)
}
