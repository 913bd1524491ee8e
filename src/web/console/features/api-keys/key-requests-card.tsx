import {
  API_KEY_REQUEST_ENDPOINTS,
  LOGGED_METHODS,
  STATUS_CLASSES,
  type ApiKeyRequest,
} from '#protocol/api-key-requests.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Button, ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { FilterSelects } from '#web/console/components/filter-fields.tsx'
import { Pager } from '#web/console/components/page.tsx'
import { CopyButton, TimeAgo } from '#web/console/components/values.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { durationText, periodChoices, sinceDatetime } from '#web/console/lib/format.ts'
import { type FilterOf, isNarrowed, type SearchOf } from '#web/console/lib/filters.ts'
import { pageQuery } from '#web/console/lib/read.query.ts'
import { serverNowMs } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'

type RequestFilter = FilterOf<'requests'>

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
  onFilter: (params: SearchOf<'requests'>) => void
}

/** The request log of a key: what was asked, what was answered, and why not. */
export function KeyRequestsCard({ keyId, filter, onFilter }: KeyRequestsCardProps) {
  const requests = useLiveQuery(requestsQuery(keyId, filter))
  const { cursor, ...narrowing } = filter
  const found = (requests.data?.content ?? []).map(({ code }) => code)
  const codes = [...new Set([filter.code, ...found].flatMap((code) => code ?? []))].toSorted()
  return (
    <Card
      title={t('Request log')}
      note={t('Every answer to this key, refusals too. Kept for 30 days.')}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <FilterSelects
            filter={narrowing}
            onChange={onFilter}
            selects={[
              { name: 'status', label: t('Status'), any: t('Any status'), options: plain(STATUS_CLASSES) },
              { name: 'code', label: t('Error'), any: t('Any error'), options: plain(codes) },
              { name: 'method', label: t('Method'), any: t('Any method'), options: plain(LOGGED_METHODS) },
              { name: 'time', label: t('Period'), any: t('Any time'), options: periodChoices() },
            ]}
          />
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
              {...{ cursor, next }}
              href={(to) => paths.apiKey.href(keyId, { ...narrowing, cursor: to })}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

function NoRequests({ keyId, filter }: { keyId: string; filter: RequestFilter }) {
  const isFiltered = isNarrowed(filter)
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
