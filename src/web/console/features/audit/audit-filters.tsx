import { useQuery } from '@tanstack/react-query'
import { harmlessText } from '#protocol/display/text.ts'
import { AUDIT_RESULTS } from '#protocol/audit.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { SearchField, SmallSelect } from '#web/console/components/filter-fields.tsx'
import { paths, type AuditSearchParams } from '#web/console/lib/paths.ts'
import { timeZone } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'
import { auditFacetsQuery, isAuditNarrowed } from './audit-requests.ts'
import { actionText, groupsOf, resultLooks } from './audit-words.ts'

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
      <SmallSelect label={t('Who')} value={params.actor ?? ''} onChange={(actor) => set({ actor })}>
        <option value="">{t('Everyone')}</option>
        <UnlistedOption value={params.actor} known={actors.map(({ id }) => id)} />
        {actors.map(({ id, name }) => (
          <option key={id} value={id}>
            {harmlessText(name, NAME_MAX).text || id}
          </option>
        ))}
      </SmallSelect>
      <ActionSelect actions={actions} value={params.action} onChange={(action) => set({ action })} />
      <SmallSelect label={t('Result')} value={params.result ?? ''} onChange={(result) => set({ result })}>
        <option value="">{t('Any result')}</option>
        {AUDIT_RESULTS.map((result) => (
          <option key={result} value={result}>
            {resultLooks()[result].label}
          </option>
        ))}
      </SmallSelect>
      <div className="flex flex-wrap gap-3">
        <DayField label={t('From')} value={params.since} onChange={(since) => set({ since })} />
        <DayField label={t('To')} value={params.until} onChange={(until) => set({ until })} />
      </div>
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
    <SmallSelect label={t('Action')} value={value ?? ''} onChange={onChange}>
      <option value="">{t('Every action')}</option>
      <UnlistedOption value={value} known={[...groupsOf(actions), ...actions]} />
      {groupsOf(actions).map((group) => (
        <optgroup key={group} label={group}>
          <option value={group}>{t('All of {group}', { group })}</option>
          {actions
            .filter((action) => action.startsWith(`${group}.`))
            .map((action) => (
              <option key={action} value={action}>
                {actionText(action) ?? action}
              </option>
            ))}
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

type DayFieldProps = { label: string; value: string | undefined; onChange: (day: string) => void }

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="inline-flex items-center gap-2 text-sm text-muted">
      {label}
      <input
        type="date"
        title={t('Days in your time zone, {zone}', { zone: timeZone() })}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 rounded-md border border-line-strong bg-surface px-2 text-md text-ink shadow-sm hover:border-muted max-sm:text-lg pointer-coarse:h-10"
      />
    </label>
  )
}
