import type { ApiKey } from '#protocol/api-keys.ts'
import { Card, Facts } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { Owner } from './api-keys-table.tsx'
import { formatNumber } from '#web/console/lib/format-number.ts'
import { KeyStatusMark, LastUsed } from './key-marks.tsx'
import { TextLink } from '#web/console/components/button.tsx'

/** A key's identity and its validity. */
export function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { requestsPerMinute: limit, revokedAtDatetime, expiresAtDatetime } = apiKey
  const end = revokedAtDatetime ?? expiresAtDatetime
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Status')]: <Status apiKey={apiKey} />,
          [t('Starts with')]: <code className="font-mono text-sm break-all">{apiKey.start}…</code>,
          [t('Owner')]: <Owner apiKey={apiKey} />,
          [t('Created')]: <TimeAgo datetime={apiKey.createdAtDatetime} />,
          [revokedAtDatetime === null ? t('Expires') : t('Revoked')]:
            end === null ? t('Never') : <TimeAgo datetime={end} />,
          [t('Last used')]: <LastUsed apiKey={apiKey} />,
          [t('Requests per minute')]:
            limit === null
              ? t('Deployment default')
              : limit !== undefined && t('At most {count}', { count: formatNumber(limit) }),
        }}
      />
    </Card>
  )
}

function Status({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <KeyStatusMark apiKey={apiKey} />
      {typeof apiKey.replacedByKeyId === 'string' && (
        <TextLink to={paths.apiKey.href(apiKey.replacedByKeyId)} className="mt-1 block w-fit">
          {t('Replaced by a rotation')}
        </TextLink>
      )}
    </>
  )
}
