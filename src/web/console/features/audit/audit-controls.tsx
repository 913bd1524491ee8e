import { useQuery } from '@tanstack/react-query'
import { harmlessText } from '#protocol/display/text.ts'
import { AUDIT_RESULTS, auditPageSchema } from '#protocol/audit.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { SearchField, SmallSelect, DayField } from '#web/console/components/filter-fields.tsx'
import { paths, type AuditSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { auditFacetsQuery, isAuditNarrowed, auditFilterOf, type AuditParams } from './audit-requests.ts'
import { actionText, groupsOf, resultLooks } from './audit-words.ts'
import { Options } from '#web/console/components/field.tsx'
import { useExport } from '#web/console/components/export-buttons.tsx'
import { callApi } from '#web/console/lib/api.ts'

const NAME_MAX = 60

type AuditFiltersProps = { params: AuditSearchParams; onChange: (params: AuditSearchParams) => void }

/** The log's filters. Each change starts at the newest again. */
export function AuditFilters({ params, onChange }: AuditFiltersProps) {
  const facets = useQuery(auditFacetsQuery())
  const { actors = [], actions = [] } = facets.data ?? {}
  const set = (change: AuditSearchParams) => onChange({ ...params, cursor: undefined, ...change })
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
        options={actors.map(({ id, name }) => ({
          value: id,
          label: harmlessText(name, NAME_MAX).text || id,
        }))}
      >
        <UnlistedOption value={params.actor} known={actors.map(({ id }) => id)} />
      </SmallSelect>
      <ActionSelect actions={actions} value={params.action} onChange={(action) => set({ action })} />
      <SmallSelect
        label={t('Result')}
        value={params.result}
        onChange={(result) => set({ result })}
        any={t('Any result')}
        options={AUDIT_RESULTS.map((value) => ({ value, label: resultLooks()[value].label }))}
      />
      <DayField label={t('From')} day={params.since} onChange={(since) => set({ since })} />
      <DayField label={t('To')} day={params.until} onChange={(until) => set({ until })} />
      {isAuditNarrowed(params) && (
        <ButtonLink tone="quiet" icon="close" to={paths.audit.href()}>
          {t('Clear filters')}
        </ButtonLink>
      )}
    </div>
  )
}

type ActionSelectProps = {
  actions: readonly string[]
  value: string | undefined
  onChange: (action: string) => void
}

function ActionSelect({ actions, value, onChange }: ActionSelectProps) {
  return (
    <SmallSelect label={t('Action')} value={value} onChange={onChange} any={t('Every action')}>
      <UnlistedOption value={value} known={[...groupsOf(actions), ...actions]} />
      {groupsOf(actions).map((group) => (
        <optgroup key={group} label={group}>
          <option value={group}>{t('All of {group}', { group })}</option>
          <Options
            options={actions
              .filter((action) => action.startsWith(`${group}.`))
              .map((action) => ({ value: action, label: actionText(action) ?? action }))}
          />
        </optgroup>
      ))}
    </SmallSelect>
  )
}

/** A choice from the address that is not in the log: displayed, so that the filter is visible. */
function UnlistedOption({ value, known }: { value: string | undefined; known: readonly string[] }) {
  if (value === undefined || known.includes(value)) return null
  return <option value={value}>{harmlessText(value, NAME_MAX).text}</option>
}

/** Saves the filtered log: to read (CSV), or to verify independently (JSON lines with the chain). */
export function useAuditExport(params: AuditParams) {
  return useExport('/api/audit/export', auditFilterOf(params), () =>
    callApi({ method: 'GET', path: '/api/audit', query: { limit: '1' }, answer: auditPageSchema }),
  )
}

export const auditFormats = () => ({ csv: t('Export CSV'), jsonl: t('Export with hashes') })
