import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { API_KEY_ENDPOINTS, type ApiKey } from '#protocol/api-keys.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { ButtonLink, useMay, RowLink, Icon } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { FilterRow } from '#web/console/components/filter-panel.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/search-field.tsx'
import { actionsColumn, createdColumn, DataTable } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { apiKeysQuery } from './api-key-requests.ts'
import { ExposedKeys } from './exposed-keys.tsx'
import {
  KeyStart,
  KeyStatusMark,
  LastUsed,
  useIsOwnKey,
  ScopeChips,
  keyLabel,
  keyOwner,
  keyStatus,
  unusedScopes,
  isExposed,
} from './key-marks.tsx'
import { RevokeButton } from './revoke-button.tsx'

export function ApiKeysPage(): ReactElement {
  const session = useSession()
  const keys = useLiveQuery(apiKeysQuery())
  const isMissing = isLacking(keys.error)
  return (
    <Page
      title={t('API keys')}
      purpose={t('For your backend. A key belongs on a server, never in a browser or an app.')}
      actions={
        !isMissing && (
          <ButtonLink access={API_KEY_ENDPOINTS.issueApiKey} tone="add" to={paths.newApiKey.href()}>
            {t('New API key')}
          </ButtonLink>
        )
      }
    >
      {isMissing && session.hostedUpstream ? (
        // This notice appears if the service is hosted and has no key settings.
        <Notice tone="info" title={t('This service does not let its keys be managed from here')}>
          {t(
            'Issue and revoke keys at the service. The key that this console uses is set by UPSTREAM_API_KEY.',
          )}
        </Notice>
      ) : (
        <>
          <ExposedKeys />
          <Loaded
            query={keys}
            skeleton={
              <Card flush>
                <SkeletonRows rows={3} label={t('Loading the API keys')} />
              </Card>
            }
            empty={
              <Card flush>
                <EmptyState
                  icon="key"
                  title={t('No API keys yet')}
                  action={
                    <ButtonLink access={API_KEY_ENDPOINTS.issueApiKey} tone="add" to={paths.newApiKey.href()}>
                      {t('Issue the first key')}
                    </ButtonLink>
                  }
                >
                  {t('Your backend calls the service with a key that has only the scopes it needs.')}
                </EmptyState>
              </Card>
            }
          >
            {(list) => <KeyList keys={list} />}
          </Loaded>
        </>
      )}
    </Page>
  )
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const nowMs = useNow()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const params = { q: search.get('q') ?? '', show: search.get('show') ?? '' }
  const narrow = (next: KeyParams) => void navigate(paths.apiKeys.href(next), { replace: true })
  const shown = filteredKeys(keys, params, nowMs)
  return (
    <>
      <ApiKeyFilters params={params} onChange={narrow} />
      <Card flush>
        {shown.length === 0 ? (
          <EmptyState
            icon="search"
            title={t('No API keys found')}
            action={
              <ButtonLink to={paths.apiKeys.href()} replace>
                {t('Show all API keys')}
              </ButtonLink>
            }
          >
            {t('No API key matches these filters.')}
          </EmptyState>
        ) : (
          <ApiKeysTable keys={shown} />
        )}
      </Card>
    </>
  )
}

export function ApiKeysTable({ keys }: { keys: readonly ApiKey[] }): ReactElement {
  const { may } = useMay(API_KEY_ENDPOINTS.revokeApiKey)
  return (
    <DataTable
      name="api-keys"
      label={t('API keys, newest first')}
      items={keys}
      getKey={({ id }) => id}
      className="align-top"
      linked
      columns={{
        key: { head: t('Key'), cell: (apiKey) => <KeyName apiKey={apiKey} /> },
        scopes: {
          head: t('Scopes'),
          from: 'xl',
          className: 'max-w-64',
          cell: ({ scopes }) => <ScopeChips scopes={scopes} />,
          below: true,
        },
        owner: {
          head: t('Owner'),
          from: 'lg',
          className: 'text-sm [overflow-wrap:anywhere] text-muted',
          cell: keyOwner,
        },
        lastUsed: {
          head: t('Last used'),
          from: 'md',
          cell: (apiKey) => <LastUsed apiKey={apiKey} />,
          below: (apiKey) => <Rich text="Last used {when}" parts={{ when: <LastUsed apiKey={apiKey} /> }} />,
        },
        created: createdColumn('xl'),
        expires: {
          head: t('Expires'),
          from: 'lg',
          cell: ({ expiresAtDatetime: end }) =>
            end === null ? t('Never') : <TimeAgo isDue datetime={end} />,
        },
        status: {
          head: t('Status'),
          from: 'sm',
          className: '',
          cell: (apiKey) => <KeyStatusMark apiKey={apiKey} />,
          below: true,
        },
        actions: may && actionsColumn((apiKey: ApiKey) => <RevokeAction apiKey={apiKey} />),
      }}
    />
  )
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  const isOwn = useIsOwnKey(apiKey.id)
  return (
    <>
      <RowLink to={paths.apiKey.href(apiKey.id)}>{keyLabel(apiKey)}</RowLink>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <KeyStart apiKey={apiKey} />
        {isOwn && <Badge tone="info">{t('Used by this console')}</Badge>}
      </p>
      <UnusedNote apiKey={apiKey} />
    </>
  )
}

function RevokeAction({ apiKey }: { apiKey: ApiKey }) {
  const isOwn = useIsOwnKey(apiKey.id)
  const status = keyStatus(apiKey, useNow())
  if (isOwn || status === 'revoked') return null
  return <RevokeButton apiKey={apiKey} of={keyLabel(apiKey)} button={{ className: 'relative z-10' }} />
}

function UnusedNote({ apiKey }: { apiKey: ApiKey }) {
  const unused = unusedScopes(apiKey, useNow())
  if (unused === null) return null
  const scopes = unused.scopes.join(', ')
  return (
    <p className="mt-1 flex max-w-80 items-start gap-1 text-xs text-warning">
      <Icon name="warning" className="mt-0.5 size-3" />
      <span>
        {t('Has {scopes}, not used for {days, plural, one {# day} other {# days}}', {
          scopes,
          days: unused.days,
        })}
      </span>
    </p>
  )
}

const SHOWS = ['all', 'active', 'attention', 'ended'] as const
type Show = (typeof SHOWS)[number]

type KeyParams = { q?: string | undefined; show?: string | undefined }
/** Filters of the list, stored in the URL. */
function ApiKeyFilters({ params, onChange }: { params: KeyParams; onChange: (next: KeyParams) => void }) {
  const names: Record<Show, string> = {
    all: t('All'),
    active: t('Active'),
    attention: t('Needs attention'),
    ended: t('Ended'),
  }
  const shown = chooseShow(params)
  return (
    <FilterRow
      label={t('API keys')}
      count={shown === 'all' ? 0 : 1}
      search={
        <SearchField
          label={t('Search API keys by name, owner, scope or prefix')}
          placeholder={t('Name, owner or scope')}
          q={params.q ?? ''}
          onSearch={(q) => onChange({ ...params, q })}
        />
      }
    >
      <div role="group" aria-label={t('Which keys')} className="flex flex-wrap gap-1">
        {SHOWS.map((show) => (
          <button
            key={show}
            type="button"
            aria-pressed={shown === show}
            onClick={() => onChange({ ...params, show: show === 'all' ? undefined : show })}
            className="h-8 rounded-full border border-line px-3 text-sm text-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:h-10"
          >
            {names[show]}
          </button>
        ))}
      </div>
    </FilterRow>
  )
}

function chooseShow(params: KeyParams): Show {
  return SHOWS.find((show) => show === params.show) ?? 'all'
}

function filteredKeys(keys: readonly ApiKey[], params: KeyParams, nowMs: number): ApiKey[] {
  const words = (params.q ?? '').toLowerCase().split(/\s+/)
  const show = chooseShow(params)
  return keys.filter((key) => {
    const text = [key.label, key.createdBy ?? '', key.start, key.id, ...key.scopes].join('\n').toLowerCase()
    return words.every((word) => text.includes(word)) && isShown(key, show, nowMs)
  })
}

function isShown(key: ApiKey, show: Show, nowMs: number): boolean {
  const isActive = keyStatus(key, nowMs) === 'active'
  if (show === 'active') return isActive
  if (show === 'ended') return !isActive
  return show === 'all' || isExposed(key, nowMs) || unusedScopes(key, nowMs) !== null
}
