import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import {
  API_KEY_REQUEST_ENDPOINTS,
  LOGGED_METHODS,
  STATUS_CLASSES,
  type ApiKeyRequest,
} from '#protocol/api-key-requests.ts'
import { API_KEY_ENDPOINTS, type ApiKey } from '#protocol/api-keys.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Button, DialogButton, IfMay, ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { useBrowserFile } from '#web/console/components/export-files.tsx'
import { FilterSelects } from '#web/console/components/filter-fields.tsx'
import { FilterPanel } from '#web/console/components/filter-panel.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page, MissingPage, PageSkeleton, Pager } from '#web/console/components/page.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Together } from '#web/console/components/together.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { durationText, periodChoices, sinceDatetime } from '#web/console/lib/display.ts'
import { readPages } from '#web/console/lib/export-items.ts'
import {
  countFilters,
  FILTERS,
  readSearch,
  type FilterOf,
  isNarrowed,
  type SearchOf,
} from '#web/console/lib/filters.ts'
import { useLiveQuery, useRefetchInterval } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useNow, serverNowMs } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { AllowListCard } from './allow-list-card.tsx'
import { KeyFacts } from './api-key-facts.tsx'
import { apiKeysQuery } from './api-key-requests.ts'
import { EditApiKeyDialog } from './edit-api-key-dialog.tsx'
import { ExposedKeys } from './exposed-keys.tsx'
import { KeyUsageCards } from './key-cards.tsx'
import { keyLabel, keyStatus, useIsOwnKey } from './key-marks.tsx'
import { QuickstartCard } from './quickstart.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { RotateApiKey } from './rotate-api-key.tsx'

export function ApiKeyPage(): ReactElement {
  const { keyId } = useParams()
  const keys = useLiveQuery(apiKeysQuery())
  return (
    <Loaded query={keys} skeleton={<PageSkeleton />}>
      {(list) => {
        const apiKey = list.find(({ id }) => id === keyId?.toLowerCase())
        // Resets the forms for each key, so that input for one key is not sent for another.
        if (apiKey !== undefined) return <ApiKeyView key={apiKey.id} apiKey={apiKey} />
        return (
          <MissingPage
            title={t('API key not found')}
            back={t('API keys')}
            icon="key"
            missing={t('The organization has no API key with this ID.')}
            hint={t('The link may be old.')}
            to={paths.apiKeys.href()}
            label={t('All API keys')}
          />
        )
      }}
    </Loaded>
  )
}

function ApiKeyView({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // State outside the button, because the new secret stays displayed after the key has ended.
  const [isRotating, setIsRotating] = useState(false)
  const isActive = keyStatus(apiKey, useNow()) === 'active'
  // The page of an unused key begins with instructions for a request. This order stays while the page is open, so
  // that the first request does not move what the person is reading.
  const [isUnused] = useState(apiKey.lastUsedAtDatetime === null)
  const quickstart = isActive && <QuickstartCard scopes={apiKey.scopes} />
  return (
    <Page
      title={keyLabel(apiKey)}
      back={{ to: paths.apiKeys.href(), label: t('API keys') }}
      actions={isActive && <KeyActions apiKey={apiKey} onRotate={() => setIsRotating(true)} />}
    >
      <ExposedKeys keyId={apiKey.id} />
      <Together className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {isUnused && quickstart}
          <KeyRequestsCard
            keyId={apiKey.id}
            filter={readSearch(FILTERS.requests, search)}
            onFilter={(params) => void navigate(paths.apiKey.href(apiKey.id, params))}
          />
          <KeyUsageCards apiKey={apiKey} />
          {!isUnused && quickstart}
          {isActive && apiKey.ipAllowList !== undefined && <AllowListCard apiKey={apiKey} />}
        </div>
        <KeyFacts apiKey={apiKey} />
      </Together>
      {isRotating && (
        <RotateApiKey
          apiKey={apiKey}
          onClose={() => setIsRotating(false)}
          onRotated={(issued) => void navigate(paths.apiKey.href(issued.id))}
        />
      )}
    </Page>
  )
}

function KeyActions({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const isReplaced = typeof apiKey.replacedByKeyId === 'string'
  const isOwn = useIsOwnKey(apiKey.id)
  return (
    <IfMay access={API_KEY_ENDPOINTS.updateApiKey}>
      <DialogButton dialog={(close) => <EditApiKeyDialog apiKey={apiKey} onClose={close} />}>
        {t('Edit')}
      </DialogButton>
      {isOwn ? (
        <span className="inline-flex h-8 items-center text-sm text-muted">
          {t('The console uses this key itself. Replace it where the console is deployed.')}
        </span>
      ) : (
        <>
          {!isReplaced && (
            <Button icon="refresh" onClick={onRotate}>
              {t('Rotate')}
            </Button>
          )}
          <RevokeButton apiKey={apiKey} />
        </>
      )}
    </IfMay>
  )
}

type RequestFilter = FilterOf<'requests'>

const LOG = API_KEY_REQUEST_ENDPOINTS.listApiKeyRequests

function requestsQuery(keyId: string, filter: RequestFilter) {
  const query = { ...sentFilter(filter), limit: '20' }
  return {
    ...orgApi.pageQuery(['api-keys', keyId, 'requests', query], LOG, { params: { keyId }, query }),
    // The period moves every minute, which makes a new query.
    placeholderData: keepPreviousData,
  }
}

/** Poll interval of the displayed log, in milliseconds. No live event reports requests. */
const LOG_INTERVAL_MS = 5_000

/** The request log of a key. Polled while the page is visible. */
function useRequestLog(keyId: string, filter: RequestFilter) {
  const refetchInterval = useRefetchInterval() === false ? false : LOG_INTERVAL_MS
  return useQuery({ ...requestsQuery(keyId, filter), refetchInterval })
}

function sentFilter({ status, time, ...rest }: RequestFilter) {
  // Rounds to the minute, so that rendering again makes the same query.
  const since = time && sinceDatetime(time, Math.floor(serverNowMs() / 60_000) * 60_000)
  return { ...rest, statusClass: status, sinceDatetime: since }
}

type KeyRequestsCardProps = {
  keyId: string
  filter: RequestFilter
  onFilter: (params: SearchOf<'requests'>) => void
}

const listSelects = (codes: readonly string[]) => [
  { name: 'status', label: t('Status'), any: t('All statuses'), options: plain(STATUS_CLASSES) } as const,
  { name: 'code', label: t('Error'), any: t('All errors'), options: plain(codes) } as const,
  { name: 'method', label: t('Method'), any: t('All methods'), options: plain(LOGGED_METHODS) } as const,
  { name: 'time', label: t('Period'), any: t('Any time'), options: periodChoices() } as const,
]

/** The request log of a key: each request, its status and why it was refused. */
export function KeyRequestsCard({ keyId, filter, onFilter }: KeyRequestsCardProps): ReactElement {
  const requests = useRequestLog(keyId, filter)
  const reload = useMutation({ mutationFn: () => requests.refetch() })
  const { cursor, ...narrowing } = filter
  const found = (requests.data?.content ?? []).map(({ code }) => code)
  const file = useBrowserFile('requests', () =>
    readPages((page) =>
      orgApi.page(LOG, { params: { keyId }, query: { ...sentFilter(narrowing), ...page } }),
    ),
  )
  const codes = [...new Set([filter.code, ...found].flatMap((code) => code ?? []))].toSorted()
  return (
    <Card
      title={t('Request log')}
      note={t('Every response to this key’s requests, including refusals. Kept for 30 days.')}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <FilterPanel count={countFilters(narrowing)} clear={paths.apiKey.href(keyId)}>
            <FilterSelects filter={narrowing} onChange={onFilter} selects={listSelects(codes)} />
          </FilterPanel>
          <Button icon="refresh" pending={reload.isPending} onClick={() => reload.mutate()}>
            {t('Reload')}
          </Button>
          <ListMenu
            rows={found.length}
            isPart={isNarrowed(filter) || (requests.data?.nextCursor ?? null) !== null}
            files={file}
          />
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
        : t('Send a first request with this key. It appears here within seconds.')}
    </EmptyState>
  )
}

function RequestRow({ request }: { request: ApiKeyRequest }) {
  const { method, path, status, code, message, ip, requestId } = request
  const refusalTone = status < 500 ? 'warning' : 'danger'
  const tone = status < 400 ? 'success' : refusalTone
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
          <CopyButton text={requestId} what={t('request ID')} />
        </p>
      </div>
    </li>
  )
}
