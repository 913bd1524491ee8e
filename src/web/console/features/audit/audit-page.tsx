import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, type ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { AuditFacets } from '#protocol/audit.ts'
import { AUDIT_ENDPOINTS } from '#protocol/console/audit-endpoints.ts'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { useServerFiles } from '#web/console/components/export-files.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { NoneFound, Page, Pager } from '#web/console/components/page.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useCallContext } from '#web/console/lib/calls.ts'
import { FILTERS, isNarrowed, readSearch } from '#web/console/lib/filters.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { AuditActRow } from './audit-act-row.tsx'
import { groupActs } from './audit-acts.ts'
import { AuditFilters } from './audit-filters.tsx'
import { collectNames } from './audit-targets.ts'
import { type AuditParams, toAuditFilter } from './audit-words.ts'
import { ProofCard } from './proof-card.tsx'

export function AuditPage(): ReactElement {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const params = readSearch(FILTERS.audit, search)
  const facets = useQuery(
    secondary('filters', consoleApi.query(['audit', 'facets'], AUDIT_ENDPOINTS.getAuditFacets)),
  )
  const entries = useEntries(params)
  // The export is CSV for reading, or JSON lines with the hash chain for independent verification.
  const files = useServerFiles(
    AUDIT_ENDPOINTS.exportAudit,
    toAuditFilter(params),
    () => consoleApi.call(AUDIT_ENDPOINTS.listAudit, { query: { limit: '1' } }),
    { csv: t('Export CSV'), jsonl: t('Export with hashes') },
  )
  const found = entries.data?.entries.length ?? 0
  return (
    <Page title={t('Audit log')}>
      <AuditFilters
        params={params}
        facets={facets.data}
        menu={<ListMenu rows={found} isPart={isNarrowed(params) && found > 0} files={files} />}
        onChange={(next) => void navigate(paths.audit.href(next), { replace: true })}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <Acts params={params} entries={entries} facets={facets} />
        {/* In a narrow window, the card is below the log. It appears after the log, which would otherwise move it. */}
        {!entries.isPending && !facets.isPending && <ProofCard />}
      </div>
    </Page>
  )
}

function useEntries(params: AuditParams) {
  const query = { ...toAuditFilter(params), cursor: params.cursor }
  return useLiveQuery({
    ...consoleApi.query(['audit', 'list', params], AUDIT_ENDPOINTS.listAudit, { query }),
    placeholderData: keepPreviousData,
  })
}

const NO_NAMES: Pick<AuditFacets, 'actors' | 'things'> = { actors: [], things: [] }

type ActsProps = {
  params: AuditParams
  entries: ReturnType<typeof useEntries>
  facets: { data: AuditFacets | undefined; isPending: boolean }
}

/** The log as a list of acts, each with its entries. */
function Acts({ params, entries, facets }: ActsProps) {
  const { cursor, ...filter } = params
  const { chainId, tokens, isLoading } = useCallContext()
  const names = useMemo(() => collectNames(facets.data ?? NO_NAMES), [facets.data])
  const skeleton = <SkeletonRows rows={8} label={t('Loading the audit log')} />
  return (
    <Card flush>
      <Loaded query={entries} skeleton={skeleton}>
        {(page) => {
          // Without the names and tokens, each sentence would first have ids and base units.
          if (isLoading || facets.isPending) return skeleton
          return (
            <div aria-busy={entries.isPlaceholderData}>
              {page.entries.length === 0 ? (
                <NoEntries isFiltered={isNarrowed(params)} />
              ) : (
                <ol aria-label={t('Audit log, newest first')} className="divide-y divide-line">
                  {groupActs(page.entries).map((act) => (
                    <AuditActRow key={act[0].sequence} {...{ act, names }} context={{ chainId, tokens }} />
                  ))}
                </ol>
              )}
              <Pager
                cursor={cursor}
                next={page.next}
                href={(to) => paths.audit.href({ ...filter, cursor: to })}
              />
            </div>
          )
        }}
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
