import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { ExportButtons, ExportProblem } from '#web/console/components/export-buttons.tsx'
import { Page, Pager } from '#web/console/components/page.tsx'
import {
  isAuditNarrowed,
  readAuditParams,
  auditQuery,
  type AuditParams,
} from '#web/console/features/audit/audit-requests.ts'
import { auditFormats, AuditFilters, useAuditExport } from '#web/console/features/audit/audit-controls.tsx'
import { AuditList } from '#web/console/features/audit/audit-list.tsx'
import { ProofCard } from '#web/console/features/audit/proof-card.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { useRefetchInterval } from '#web/console/lib/live-events.ts'

export function AuditPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const params = readAuditParams(search)
  const save = useAuditExport(params)
  return (
    <Page
      title={t('Audit log')}
      purpose={t('Who did what, when and from where. Entries are never changed.')}
      actions={<ExportButtons save={save} formats={auditFormats()} />}
    >
      <ExportProblem save={save} />
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
  const refetchInterval = useRefetchInterval()
  const entries = useQuery({ ...auditQuery(params), refetchInterval, placeholderData: keepPreviousData })
  const { cursor, ...filter } = params
  return (
    <Card flush>
      <Loaded query={entries} skeleton={<SkeletonRows rows={8} label={t('Loading the audit log')} />}>
        {(page) => (
          <div aria-busy={entries.isPlaceholderData}>
            {page.entries.length === 0 ? (
              <NoEntries isFiltered={isAuditNarrowed(params) || cursor !== undefined} />
            ) : (
              <AuditList entries={page.entries} />
            )}
            <Pager
              newest={cursor === undefined ? null : paths.audit.href(filter)}
              older={page.next === null ? null : paths.audit.href({ ...filter, cursor: page.next })}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title={t('No entry found')}
        action={<ButtonLink to={paths.audit.href()}>{t('Show all')}</ButtonLink>}
      >
        {t('No results for these filters. Remove one, or choose a longer period.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="log" title={t('Nothing was recorded yet')}>
      {t('Sign-ins, every change and every export appear here.')}
    </EmptyState>
  )
}
