import type { ReactElement } from 'react'
import type { ApiKey } from '#protocol/api-keys.ts'
import { TextLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatNumber } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { KeyStart, KeyStatusMark, LastUsed, keyOwner } from './key-marks.tsx'

/** Identity and validity of a key. */
export function KeyFacts({ apiKey }: { apiKey: ApiKey }): ReactElement {
  const { requestsPerMinute: limit, revokedAtDatetime, expiresAtDatetime } = apiKey
  const end = revokedAtDatetime ?? expiresAtDatetime
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Status')]: (
            <>
              <KeyStatusMark apiKey={apiKey} />
              {typeof apiKey.replacedByKeyId === 'string' && (
                <TextLink to={paths.apiKey.href(apiKey.replacedByKeyId)} className="mt-1 block w-fit">
                  {t('Replaced by a rotation')}
                </TextLink>
              )}
            </>
          ),
          [t('Starts with')]: <KeyStart apiKey={apiKey} />,
          [t('Owner')]: keyOwner(apiKey),
          [t('Created')]: <TimeAgo datetime={apiKey.createdAtDatetime} />,
          [revokedAtDatetime === null ? t('Expires') : t('Revoked')]:
            end === null ? t('Never') : <TimeAgo datetime={end} isDue={revokedAtDatetime === null} />,
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
