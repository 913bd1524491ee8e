import * as z from 'zod/mini'
import {
  API_KEY_REQUEST_ENDPOINTS,
  LOGGED_METHODS,
  STATUS_CLASSES,
  type ApiKeyRequest,
} from '#protocol/api-key-requests.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { CopyButton, TimeAgo } from '#web/console/components/values.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths, type KeyRequestsSearchParams } from '#web/console/lib/paths.ts'
import { durationText, PERIODS, periodChoices, sinceDatetime } from '#web/console/lib/period.ts'
import { choice, readSearch, text } from '#web/console/lib/read-search.ts'
import { pageQuery } from '#web/console/lib/read.query.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'

const filterSchema = z.object({
  status: choice(STATUS_CLASSES),
  method: choice(LOGGED_METHODS),
  code: text(60),
  time: choice(PERIODS),
  cursor: text(500),
})
type RequestFilter = z.output<typeof filterSchema>

export const readRequestFilter = (search: URLSearchParams): RequestFilter => readSearch(filterSchema, search)

function requestsQuery(keyId: string, { status, time, ...rest }: RequestFilter) {
  // To the minute, so that rendering again asks for the same.
  const since = time && sinceDatetime(time, Math.floor(serverNowMs() / 60_000) * 60_000)
  const query = { ...rest, statusClass: status, sinceDatetime: since, limit: '20' }
  const endpoint = API_KEY_REQUEST_ENDPOINTS.listApiKeyRequests
  return pageQuery(['api-keys', keyId, 'requests', query], '/api/org', endpoint, { params: { keyId }, query })
}

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
            {content.length === 0 && <NoRequests keyId={keyId} filter={filter} />}
            <ul aria-label={t('Requests, newest first')} className="divide-y divide-line">
              {content.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </ul>
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
  const codes = new Set([filter.code, ...found.map(({ code }) => code)].flatMap((code) => code ?? []))
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const choices = [
    { name: 'status', label: t('Status'), any: t('Any status'), options: plain(STATUS_CLASSES) },
    { name: 'code', label: t('Error'), any: t('Any error'), options: plain([...codes].toSorted()) },
    { name: 'method', label: t('Method'), any: t('Any method'), options: plain(LOGGED_METHODS) },
    { name: 'time', label: t('Period'), any: t('Any time'), options: periodChoices() },
  ] as const
  return choices.map(({ name, ...select }) => (
    <SmallSelect
      key={name}
      {...select}
      value={filter[name]}
      onChange={(value) => onFilter({ ...filter, [name]: value })}
    />
  ))
}

function NoRequests({ keyId, filter }: { keyId: string; filter: RequestFilter }) {
  const isFiltered = Object.values(filter).some(Boolean)
  const all = <ButtonLink to={paths.apiKey.href(keyId)}>{t('Show all')}</ButtonLink>
  return (
    <EmptyState icon="inbox" title={t('No requests')} action={isFiltered ? all : undefined}>
      {isFiltered
        ? t('No request matches these filters.')
        : t('Send a first request with this key. It appears here a second later.')}
    </EmptyState>
  )
}

function RequestRow({ request }: { request: ApiKeyRequest }) {
  const { method, path, status, code, message, ip, requestId } = request
  const tone = status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 text-sm">
      <StateBadge tone={tone} label={String(status)} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <code className="font-mono text-xs">{`${method} ${path}`}</code>
        {code !== null && (
          <p>
            <code className="font-mono text-xs">{code}</code> {message}
          </p>
        )}
        <p className="text-muted">
          <TimeAgo datetime={request.answeredAtDatetime} /> · {durationText(request.durationMs)} ·{' '}
          {ip !== null && `${ip} · `}
          <code className="font-mono text-xs">{requestId}</code>
          <CopyButton text={requestId} what={t('request id')} />
        </p>
      </div>
    </li>
  )
}
