import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AUDIT_RESULTS, type AuditEntry } from '#protocol/audit.ts'
import { AUDIT_ENDPOINTS } from '#protocol/console/audit-endpoints.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { ButtonLink, TextLink, Icon } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { DayField } from '#web/console/components/day-field.tsx'
import { Options } from '#web/console/components/field.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { useServerFiles } from '#web/console/components/list-files.tsx'
import { ListMenu } from '#web/console/components/list-menu.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { NoneFound, Page, Pager } from '#web/console/components/page.tsx'
import { SearchField } from '#web/console/components/search-field.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { formatAbsolute } from '#web/console/lib/display.ts'
import { FILTERS, isNarrowed, readSearch, type SearchOf } from '#web/console/lib/filters.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { Fact } from '#web/ui/call/fact.tsx'
import { t } from '#web/ui/text.ts'
import {
  type AuditParams,
  toAuditFilter,
  actionText,
  listGroups,
  resultLooks,
  targetHref,
} from './audit-words.ts'
import { ProofCard } from './proof-card.tsx'

export function AuditPage(): ReactElement {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const params = readSearch(FILTERS.audit, search)
  // The export is CSV for reading, or JSON lines with the hash chain for independent verification.
  const files = useServerFiles(
    AUDIT_ENDPOINTS.exportAudit,
    toAuditFilter(params),
    () => consoleApi.call(AUDIT_ENDPOINTS.listAudit, { query: { limit: '1' } }),
    { csv: t('Export CSV'), jsonl: t('Export with hashes') },
  )
  return (
    <Page
      title={t('Audit log')}
      purpose={t('Who did what, when and from where. Entries are never changed.')}
      actions={<ListMenu rows={0} isPart files={files} />}
    >
      <AuditFilters
        params={params}
        onChange={(next) => void navigate(paths.audit.href(next), { replace: true })}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <Entries params={params} />
        <ProofCard />
      </div>
    </Page>
  )
}

function Entries({ params }: { params: AuditParams }) {
  const { cursor, ...filter } = params
  const query = { ...toAuditFilter(params), cursor }
  const entries = useLiveQuery({
    ...consoleApi.query(['audit', 'list', params], AUDIT_ENDPOINTS.listAudit, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card flush>
      <Loaded query={entries} skeleton={<SkeletonRows rows={8} label={t('Loading the audit log')} />}>
        {(page) => (
          <div aria-busy={entries.isPlaceholderData}>
            {page.entries.length === 0 ? (
              <NoEntries isFiltered={isNarrowed(params)} />
            ) : (
              <ol aria-label={t('Audit log, newest first')} className="divide-y divide-line">
                {page.entries.map((entry) => (
                  <AuditItem key={entry.sequence} entry={entry} />
                ))}
              </ol>
            )}
            <Pager
              cursor={cursor}
              next={page.next}
              href={(to) => paths.audit.href({ ...filter, cursor: to })}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <NoneFound title={t('No entry found')} to={paths.audit.href()} />
  return (
    <EmptyState icon="log" title={t('Nothing was recorded yet')}>
      {t(
        'Sign-ins, every change, and exports that the server makes (wallets, transactions, this log) appear here.',
      )}
    </EmptyState>
  )
}

const NAME_MAX = 60

type AuditFiltersProps = { params: SearchOf<'audit'>; onChange: (params: SearchOf<'audit'>) => void }

/** Filters of the log. Each change returns to the newest entries. */
function AuditFilters({ params, onChange }: AuditFiltersProps) {
  const facets = useQuery(
    secondary('filters', consoleApi.query(['audit', 'facets'], AUDIT_ENDPOINTS.getAuditFacets)),
  )
  const { actors = [], actions = [] } = facets.data ?? {}
  const people = actors.map(({ id, name }) => ({ value: id, label: harmlessText(name, NAME_MAX).text || id }))
  const named = actions.map((action) => ({ value: action, label: actionText(action) ?? action }))
  const set = (change: SearchOf<'audit'>) => onChange({ ...params, cursor: undefined, ...change })
  return (
    <div
      role="search"
      aria-label={t('Filter the audit log')}
      className="mb-4 flex flex-wrap items-center gap-3"
    >
      <SearchField
        label={t('Search by target')}
        placeholder={t('Id or address')}
        q={params.target ?? ''}
        onSearch={(target) => set({ target: target || undefined })}
      />
      <SmallSelect
        label={t('Who')}
        value={params.actor}
        onChange={(actor) => set({ actor })}
        any={t('Everyone')}
        options={people}
      >
        <UnlistedOption value={params.actor} known={actors.map(({ id }) => id)} />
      </SmallSelect>
      <SmallSelect
        label={t('Action')}
        value={params.action}
        onChange={(action) => set({ action })}
        any={t('Every action')}
      >
        <UnlistedOption value={params.action} known={[...listGroups(actions), ...actions]} />
        {listGroups(actions).map((group) => (
          <optgroup key={group} label={group}>
            <option value={group}>{t('All of {group}', { group })}</option>
            <Options options={named.filter(({ value }) => value.startsWith(`${group}.`))} />
          </optgroup>
        ))}
      </SmallSelect>
      <SmallSelect
        label={t('Result')}
        value={params.result}
        onChange={(result) => set({ result })}
        any={t('Any result')}
        options={AUDIT_RESULTS.map((value) => ({ value, label: resultLooks()[value].label }))}
      />
      <DayField label={t('From')} day={params.since} onChange={(since) => set({ since })} />
      <DayField label={t('To')} day={params.until} onChange={(until) => set({ until })} />
      {isNarrowed(params, 'cursor') && (
        <ButtonLink tone="quiet" icon="close" to={paths.audit.href()}>
          {t('Clear filters')}
        </ButtonLink>
      )}
    </div>
  )
}

/** Displays a filter value from the address that is not in the log, so that the filter is visible. */
function UnlistedOption({ value, known }: { value: string | undefined; known: readonly string[] }) {
  if (value === undefined || known.includes(value)) return null
  return <option value={value}>{harmlessText(value, NAME_MAX).text}</option>
}

const TEXT_MAX = 500
const NAME_LENGTH_MAX = 80

/** An entry of the log with its details behind a toggle. */
function AuditItem({ entry }: { entry: AuditEntry }) {
  const { actor } = entry
  const href = targetHref(entry)
  const details = Object.entries(entry.details).filter(([, value]) => value !== null)
  return (
    <li className="px-4 py-2.5">
      <details className="group min-w-0">
        <summary className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-sm lg:grid-cols-[auto_10rem_minmax(0,1.2fr)_minmax(0,1fr)_8rem]">
          <Icon name="next" className="size-3.5 text-faint transition-transform group-open:rotate-90" />
          <span className="min-w-0 truncate text-sm max-lg:order-2 max-lg:col-span-2 max-lg:col-start-2 max-lg:text-muted">
            {actor === null ? t('Not signed in') : harmlessText(actor.name, NAME_LENGTH_MAX).text || actor.id}
          </span>
          <ActionName action={entry.action} />
          <span className="min-w-0 truncate font-mono text-xs text-muted max-lg:order-3 max-lg:col-span-2 max-lg:col-start-2 max-lg:empty:hidden">
            {entry.target === null ? '' : harmlessText(entry.target, TEXT_MAX).text}
          </span>
          <span className="flex flex-col items-end gap-1 text-right text-sm text-muted">
            <TimeAgo datetime={entry.occurredAtDatetime} />
            {entry.result !== 'done' && <StateBadge {...resultLooks()[entry.result]} />}
          </span>
        </summary>
        <dl className="mt-3 mb-1 grid gap-x-6 gap-y-3 pl-6 text-sm sm:grid-cols-2">
          <Fact name={t('Time')}>{formatAbsolute(entry.occurredAtDatetime)}</Fact>
          <Fact name={t('Result')}>{resultLooks()[entry.result].label}</Fact>
          {entry.target !== null && (
            <Fact name={t('Target')} className="sm:col-span-2">
              <Code text={entry.target} what={t('target')} />
              {href !== undefined && (
                <TextLink to={href} className="ml-2">
                  {t('Open')}
                </TextLink>
              )}
            </Fact>
          )}
          {details.map(([name, value]) => (
            <Fact
              key={name}
              name={<code className="font-mono text-xs">{harmlessText(name, NAME_LENGTH_MAX).text}</code>}
            >
              {harmlessText(String(value), TEXT_MAX).text}
            </Fact>
          ))}
          <Fact name={t('Network address')}>{entry.ipAddress ?? t('Unknown')}</Fact>
          <Fact name={t('Request id')}>
            <Code text={entry.requestId} what={t('request id')} />
          </Fact>
          <Fact name={t('Hash of entry #{number}', { number: entry.sequence })} className="sm:col-span-2">
            <Code text={entry.hash} what={t('hash')} />
          </Fact>
        </dl>
      </details>
    </li>
  )
}

/** The action in words, and its name for filters and exports. */
function ActionName({ action }: { action: string }) {
  const text = actionText(action)
  if (text === undefined) {
    return <code className="min-w-0 font-mono text-sm font-medium [overflow-wrap:anywhere]">{action}</code>
  }
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <span className="block text-sm font-medium">{text}</span>
      <code className="block font-mono text-xs text-muted">{action}</code>
    </span>
  )
}

function Code({ text, what }: { text: string; what: string }) {
  return (
    <>
      <code className="font-mono text-xs break-all">{harmlessText(text, TEXT_MAX).text}</code>
      <CopyButton text={text} what={what} />
    </>
  )
}
