import type { PolicyDryRun } from '#protocol/policies.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { HexText, TimeAgo } from '#web/console/components/values.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { formatNumber } from '#web/console/lib/format-number.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

const DAYS_MS = 29.9 * 24 * 60 * 60_000

/** What a policy would have refused. */
export function DryRunResult({ result }: { result: PolicyDryRun }) {
  const { transactions, refusedTransactions, newestRefused, sinceDatetime } = result
  const more = refusedTransactions - newestRefused.length
  const isPartial = Date.now() - Date.parse(sinceDatetime) < DAYS_MS
  return (
    <Notice tone={refusedTransactions === 0 ? 'success' : 'warning'} title={titleOf(result)} announce>
      {isPartial && <p>{t('Only the newest {count} were tested.', { count: formatNumber(transactions) })}</p>}
      {newestRefused.length > 0 && (
        <ul className="mt-2 divide-y divide-warning-border">
          {newestRefused.map(({ transactionUuid, walletAddress, createdAtDatetime }) => (
            <li key={transactionUuid} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <TextLink to={paths.transaction.href(transactionUuid)} className="mr-auto">
                <TimeAgo datetime={createdAtDatetime} />
              </TextLink>
              <HexText value={checksum(walletAddress)} what={t('wallet address')} short />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('And {count, plural, one {# more} other {# more}}.', { count: more })}</p>}
    </Notice>
  )
}

function titleOf({ transactions, refusedTransactions }: PolicyDryRun): string {
  if (transactions === 0) return t('There were no transactions in the last 30 days')
  return t(
    'In the last 30 days this would have refused {refused} of {all, plural, one {# transaction} other {# transactions}}',
    { refused: formatNumber(refusedTransactions), all: transactions },
  )
}
