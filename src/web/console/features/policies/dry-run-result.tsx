import type { ReactElement } from 'react'
import type { PolicyDryRun, PolicyRule } from '#protocol/policies.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatNumber } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

/** The number of transactions that a policy would have refused, with the newest of them. */
export function DryRunResult({
  kind,
  result,
}: {
  kind: PolicyRule['kind']
  result: PolicyDryRun
}): ReactElement {
  const { transactions: all, refusedTransactions: count, newestRefused } = result
  const counts = { refused: formatNumber(count), all }
  const title =
    kind === 'approval'
      ? t(
          'In the last 30 days this would have asked for an approval of {refused} of {all, plural, one {# transaction} other {# transactions}}',
          counts,
        )
      : t(
          'In the last 30 days this would have refused {refused} of {all, plural, one {# transaction} other {# transactions}}',
          counts,
        )
  return (
    <Notice tone={count === 0 ? 'success' : 'warning'} title={title} announce>
      <ul className="divide-y divide-warning-border">
        {newestRefused.map(({ transactionUuid, walletAddress, createdAtDatetime }) => (
          <li key={transactionUuid} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
            <TextLink to={paths.transaction.href(transactionUuid)} className="mr-auto">
              <TimeAgo datetime={createdAtDatetime} />
            </TextLink>
            <HexText value={walletAddress} what={t('wallet address')} short />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
