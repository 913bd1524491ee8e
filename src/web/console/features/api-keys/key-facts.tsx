import { Link } from 'react-router'
import type { ApiKey } from '#protocol/api-keys.ts'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { Owner } from './api-keys-table.tsx'
import { formatNumber } from '#web/console/lib/format-number.ts'
import { KeyStatusMark, LastUsed } from './key-marks.tsx'

/** A key's identity and its validity. */
export function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Card title={t('Details')}>
      <Facts>
        <Fact name={t('Status')}>
          <KeyStatusMark apiKey={apiKey} />
          {typeof apiKey.replacedByKeyId === 'string' && (
            <Link
              to={paths.apiKey.href(apiKey.replacedByKeyId)}
              className="mt-1 block text-sm text-accent-text underline-offset-2 hover:underline"
            >
              {t('Replaced by a rotation')}
            </Link>
          )}
        </Fact>
        <Fact name={t('Starts with')}>
          <code className="font-mono text-sm break-all">{apiKey.start}…</code>
        </Fact>
        <Fact name={t('Owner')}>
          <Owner apiKey={apiKey} />
        </Fact>
        <Fact name={t('Created')}>
          <TimeAgo datetime={apiKey.createdAtDatetime} />
        </Fact>
        <Fact name={apiKey.revokedAtDatetime === null ? t('Expires') : t('Revoked')}>
          <EndOf apiKey={apiKey} />
        </Fact>
        <Fact name={t('Last used')}>
          <LastUsed apiKey={apiKey} />
        </Fact>
        {apiKey.requestsPerMinute !== undefined && (
          <Fact name={t('Requests per minute')}>
            {apiKey.requestsPerMinute === null
              ? t('Deployment default')
              : t('At most {count}', { count: formatNumber(apiKey.requestsPerMinute) })}
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

function EndOf({ apiKey }: { apiKey: ApiKey }) {
  const end = apiKey.revokedAtDatetime ?? apiKey.expiresAtDatetime
  return end === null ? t('Never') : <TimeAgo datetime={end} />
}
