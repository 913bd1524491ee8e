import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { API_KEY_REQUEST_ENDPOINTS, KEY_USAGE_DAYS, type ApiKeyUsage } from '#protocol/api-key-requests.ts'
import type { ApiKey } from '#protocol/api-keys.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { BarChart } from '#web/console/components/bar-chart.tsx'
import { Card, ListRow, SkeletonRows } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import type { Columns } from '#web/console/components/table-columns.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { formatDay, formatNumber } from '#web/console/lib/display.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { UsageSource, moreSourcesText, usedText, unusedScopes, DAY_MS } from './key-marks.tsx'
import { scopeNote } from './scope-picker.tsx'

/** Usage of a key in the last 30 days, and its unused scopes. */
export function KeyUsageCards({ apiKey }: { apiKey: ApiKey }): ReactElement {
  const usage = useQuery(
    orgApi.query(['api-keys', apiKey.id, 'usage'], API_KEY_REQUEST_ENDPOINTS.getApiKeyUsage, {
      params: { keyId: apiKey.id },
    }),
  )
  return (
    <Loaded
      query={usage}
      skeleton={
        <Card title={t('Usage')}>
          <SkeletonRows rows={5} label={t('Loading the usage of the key')} />
        </Card>
      }
    >
      {(content) => (
        <>
          <Card title={t('Usage')} note={t('Successful requests by day (UTC). Kept for 30 days.')}>
            <UsageChart usage={content} />
          </Card>
          <Card title={t('Scopes')} flush>
            <ScopeUsage apiKey={apiKey} usage={content} />
          </Card>
          {content.requests > 0 && (
            <>
              <Card title={t('Endpoints')} flush>
                <DataTable
                  name="key-endpoints"
                  label={t('Endpoints, most used first')}
                  items={content.endpoints}
                  getKey={({ endpoint }) => endpoint}
                  className="py-2!"
                  columns={{
                    endpoint: {
                      head: t('Endpoint'),
                      cell: ({ endpoint }) => <span className="font-mono text-xs break-all">{endpoint}</span>,
                    },
                    ...requestColumns(),
                  }}
                />
              </Card>
              <SourcesCard usage={content} />
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

function UsageChart({ usage }: { usage: ApiKeyUsage }) {
  if (usage.requests === 0) {
    return (
      <p className="text-sm text-muted">
        {t('No request was made with this key since {day} (UTC).', {
          day: formatDay(usage.sinceDatetime.slice(0, 10)),
        })}
      </p>
    )
  }
  return (
    <BarChart
      label={t('Requests by day')}
      series={[{ name: t('Requests'), tone: 'accent' }]}
      bars={wholePeriod(usage.days).map(({ day, requests }) => ({
        name: formatDay(day),
        values: [BigInt(requests)],
      }))}
    />
  )
}

/** Adds empty days before a young key was issued, so that a single day does not fill the chart. */
function wholePeriod(days: ApiKeyUsage['days']): ApiKeyUsage['days'] {
  const firstMs = Date.parse(`${days[0]?.day ?? ''}T00:00:00Z`)
  const missing = Math.max(0, KEY_USAGE_DAYS - days.length)
  const before = Array.from({ length: Number.isNaN(firstMs) ? 0 : missing }, (_, index) => {
    const at = new Date(firstMs - (missing - index) * DAY_MS)
    return { day: at.toISOString().slice(0, 10), requests: 0 }
  })
  return [...before, ...days]
}

function SourcesCard({ usage }: { usage: ApiKeyUsage }) {
  return (
    <Card title={t('IP addresses')} flush>
      <DataTable
        name="key-addresses"
        label={t('IP addresses, most used first')}
        items={usage.sources}
        getKey={({ kind, ip }) => `${kind} ${ip}`}
        className="py-2!"
        columns={{
          address: { head: t('Address'), cell: (source) => <UsageSource source={source} /> },
          ...requestColumns(),
        }}
      />
      {usage.moreSources > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {moreSourcesText(usage.moreSources)}
        </p>
      )}
    </Card>
  )
}

const requestColumns = (): Columns<{ requests: number; lastDay: string }> => ({
  requests: {
    head: t('Requests'),
    kind: 'number',
    className: 'text-sm tabular-nums',
    cell: ({ requests }) => formatNumber(requests),
  },
  lastDay: {
    head: t('Last day (UTC)'),
    kind: 'number',
    from: 'sm',
    className: 'text-sm whitespace-nowrap text-muted',
    cell: ({ lastDay }) => formatDay(lastDay),
  },
})

/** Usage of each scope. Unused scopes can be omitted from the next key. */
function ScopeUsage({ apiKey, usage }: { apiKey: ApiKey; usage: ApiKeyUsage }) {
  const unused = unusedScopes(apiKey, useNow())
  return (
    <>
      <ul className="divide-y divide-line">
        {usage.scopes.map(({ scope, requests, lastDay }) => (
          <ListRow
            key={scope}
            title={<span className="font-mono text-sm">{scope}</span>}
            actions={
              lastDay === null ? (
                <Badge tone={unused === null ? 'neutral' : 'warning'}>
                  {unused === null
                    ? t('Not used yet')
                    : t('Not used for {days, plural, one {# day} other {# days}}', { days: unused.days })}
                </Badge>
              ) : (
                <span className="text-sm text-muted tabular-nums">{usedText({ requests, lastDay })}</span>
              )
            }
          >
            {scopeNote(scope)}
          </ListRow>
        ))}
      </ul>
      {unused !== null && (
        <p className="border-t border-line px-4 py-3 text-sm">
          {t('A key with fewer scopes does less harm if it leaks: edit it to remove what it does not need.')}
        </p>
      )}
    </>
  )
}
