import type { ReactElement } from 'react'
import type { PolicyDryRun } from '#protocol/policies.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { tokenAmountText } from '#web/console/lib/calls.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import type { Coin } from '#web/console/lib/policy-words.ts'
import { t } from '#web/ui/text.ts'
import { needsApprovers, type PolicyTemplate } from './policy-form-values.ts'

type DryRunResultProps = { template: PolicyTemplate; result: PolicyDryRun; coin: Coin }

/** The transactions that a policy would have refused or held, with their amounts, the newest first. */
export function DryRunResult({ template, result, coin }: DryRunResultProps): ReactElement {
  const { transactions: all, refusedTransactions: count, refusedAmount, newestRefused } = result
  const counts = { refused: formatNumber(count), all }
  const title = needsApprovers(template)
    ? t(
        '{refused} of {all, plural, one {# transaction} other {# transactions}} in the last 30 days would have needed approval',
        counts,
      )
    : t(
        '{refused} of {all, plural, one {# transaction} other {# transactions}} in the last 30 days would have been blocked',
        counts,
      )
  const amountText = (units: string) => tokenAmountText(units, coin.address, [coin])
  return (
    <Notice tone={count === 0 ? 'success' : 'warning'} title={title} announce>
      {refusedAmount !== undefined && count > 0 && (
        <p className="mb-2">{t('Total: {amount}', { amount: amountText(refusedAmount) })}</p>
      )}
      <ul className="divide-y divide-warning-border">
        {newestRefused.map(({ transactionUuid, walletAddress, createdAtDatetime, amount }) => (
          <li key={transactionUuid} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <TextLink to={paths.transaction.href(transactionUuid)} className="mr-auto">
              <TimeAgo datetime={createdAtDatetime} />
            </TextLink>
            {amount !== undefined && <span className="tabular-nums">{amountText(amount)}</span>}
            <HexText value={walletAddress} what={t('wallet address')} short />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
