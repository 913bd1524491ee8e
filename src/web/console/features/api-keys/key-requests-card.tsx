import * as z from 'zod/mini'
import { API_KEY_ENDPOINTS, LOGGED_METHODS, STATUS_CLASSES, type ApiKeyRequest } from '#protocol/api-keys.ts'
import { StateBadge, type BadgeTone } from '#web/console/components/badge.tsx'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Facts, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import type { Option } from '#web/console/components/field.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { CopyButton, TimeAgo } from '#web/console/components/values.tsx'
import { callPage } from '#web/console/lib/api.ts'
import { durationText } from '#web/console/lib/format-number.ts'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths, type KeyRequestsSearchParams } from '#web/console/lib/paths.ts'
import { PERIODS, periodChoices, sinceDatetime } from '#web/console/lib/period.ts'
import { choice, readSearch, text } from '#web/console/lib/read-search.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { queryOptions } from '@tanstack/react-query'

const filterSchema = z.object({
  status: choice(STATUS_CLASSES),
  method: choice(LOGGED_METHODS),
  code: text(60),
  time: choice(PERIODS),
  cursor: text(500),
})
type RequestFilter = z.output<typeof filterSchema>

export const readRequestFilter = (search: URLSearchParams): RequestFilter => readSearch(filterSchema, search)

const requestsQuery = (keyId: string, { status, time, ...rest }: RequestFilter) =>
  queryOptions({
    queryKey: ['api-keys', keyId, 'requests', { status, time, ...rest }],
    queryFn: ({ signal }) => {
      const since = time && sinceDatetime(time, serverNowMs())
      const query = { ...rest, statusClass: status, sinceDatetime: since, limit: '20' }
      return callPage('/api/org', API_KEY_ENDPOINTS.listApiKeyRequests, { params: { keyId }, query, signal })
    },
  })

type KeyRequestsCardProps = {
  keyId: string
  filter: RequestFilter
  onFilter: (params: KeyRequestsSearchParams) => void
}

/** The request log of a key: what was asked, what was answered, and why not. */
export function KeyRequestsCard({ keyId, filter, onFilter }: KeyRequestsCardProps) {
  const requests = useLiveQuery(requestsQuery(keyId, filter))
  const { cursor, ...narrowing } = filter
  return (
    <Card
      title={t('Request log')}
      note={t('Every answer to this key, refusals too. Kept for 30 days.')}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <RequestFilters filter={narrowing} found={requests.data?.content ?? []} onFilter={onFilter} />
          <Button icon="refresh" pending={requests.isFetching} onClick={() => void requests.refetch()}>
            {t('Reload')}
          </Button>
        </div>
      }
    >
      <Loaded query={requests} skeleton={<SkeletonRows rows={4} label={t('Loading the request log')} />}>
        {({ content, nextCursor: next }) => (
          <>
            {content.length === 0 ? (
              <NoRequests keyId={keyId} isFiltered={Object.values(filter).some(Boolean)} />
            ) : (
              <ul aria-label={t('Requests, newest first')} className="divide-y divide-line">
                {content.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </ul>
            )}
            <Pager
              newest={cursor === undefined ? null : paths.apiKey.href(keyId, narrowing)}
              older={next === null ? null : paths.apiKey.href(keyId, { ...narrowing, cursor: next })}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

type RequestFiltersProps = {
  filter: Omit<RequestFilter, 'cursor'>
  /** Their codes can be chosen. */
  found: readonly ApiKeyRequest[]
  onFilter: KeyRequestsCardProps['onFilter']
}

/** Each change starts at the newest again. */
function RequestFilters({ filter, found, onFilter }: RequestFiltersProps) {
  const select = (
    name: keyof RequestFiltersProps['filter'],
    label: string,
    any: string,
    options: Option[],
  ) => (
    <SmallSelect
      label={label}
      value={filter[name]}
      onChange={(value) => onFilter({ ...filter, [name]: value })}
      any={any}
      options={options}
    />
  )
  const plain = (values: Iterable<string>) => [...values].map((value) => ({ value, label: value }))
  const codes = new Set([filter.code, ...found.map(({ code }) => code)].flatMap((code) => code ?? []))
  return (
    <>
      {select('status', t('Status'), t('Any status'), plain(STATUS_CLASSES))}
      {select('code', t('Error'), t('Any error'), plain([...codes].toSorted()))}
      {select('method', t('Method'), t('Any method'), plain(LOGGED_METHODS))}
      {select('time', t('Period'), t('Any time'), periodChoices())}
    </>
  )
}

function NoRequests({ keyId, isFiltered }: { keyId: string; isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState icon="inbox" title={t('No requests yet')}>
        {t('Send a first request with this key. It appears here a second later.')}
      </EmptyState>
    )
  }
  const all = <ButtonLink to={paths.apiKey.href(keyId)}>{t('Show all')}</ButtonLink>
  return (
    <EmptyState icon="search" title={t('No request found')} action={all}>
      {t('No request matches these filters.')}
    </EmptyState>
  )
}

const TONES: Readonly<Record<string, BadgeTone>> = { 2: 'success', 4: 'warning', 5: 'danger' }

function RequestRow({ request }: { request: ApiKeyRequest }) {
  const { method, path, status, code, message, ip, requestId, answeredAtDatetime } = request
  return (
    <li className="px-4 py-2.5">
      <details className="group/row min-w-0">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-sm">
          <Icon name="next" className="size-3.5 text-faint transition-transform group-open/row:rotate-90" />
          <StateBadge tone={TONES[String(status).charAt(0)] ?? 'neutral'} label={String(status)} />
          <code className="min-w-0 flex-1 basis-56 font-mono text-xs [overflow-wrap:anywhere]">
            {method} {path}
          </code>
          <span className="text-sm whitespace-nowrap text-muted tabular-nums">
            {durationText(request.durationMs)} · <TimeAgo datetime={answeredAtDatetime} />
          </span>
          {code !== null && (
            <span className="basis-full pl-6 text-sm [overflow-wrap:anywhere]">
              <code className="font-mono text-xs">{code}</code> <span className="text-muted">{message}</span>
            </span>
          )}
        </summary>
        <Facts
          className="mt-3 mb-1 grid gap-x-6 gap-y-3 pl-6 text-sm sm:grid-cols-2"
          facts={{
            [t('Time')]: formatAbsolute(answeredAtDatetime),
            [t('IP address')]: ip ?? t('Within this server, or unknown'),
            [t('Request id')]: (
              <>
                <code className="font-mono text-xs break-all">{requestId}</code>
                <CopyButton text={requestId} what={t('request id')} />
              </>
            ),
          }}
        />
      </details>
    </li>
  )
}
