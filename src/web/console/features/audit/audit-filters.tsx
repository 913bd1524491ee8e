import type { ReactElement, ReactNode } from 'react'
import { AUDIT_RESULTS, type AuditFacets } from '#protocol/audit.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { DayField } from '#web/console/components/day-field.tsx'
import { Options, type Option } from '#web/console/components/field.tsx'
import { SmallSelect } from '#web/console/components/filter-fields.tsx'
import { FilterRow } from '#web/console/components/filter-panel.tsx'
import { SearchField } from '#web/console/components/search-field.tsx'
import { countFilters, type SearchOf } from '#web/console/lib/filters.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { readGroup } from './audit-targets.ts'
import { GROUP_OF_KIND, groupLabels, resultLooks } from './audit-words.ts'

const NAME_MAX = 60

type AuditFiltersProps = {
  params: SearchOf<'audit'>
  facets: AuditFacets | undefined
  /** The menu of the list. */
  menu: ReactNode
  onChange: (params: SearchOf<'audit'>) => void
}

/** Filters of the log. Each change returns to the newest entries. */
export function AuditFilters({ params, facets, menu, onChange }: AuditFiltersProps): ReactElement {
  const { actors = [], things = [] } = facets ?? {}
  const set = (change: SearchOf<'audit'>) => onChange({ ...params, cursor: undefined, ...change })
  const isListed = things.some(({ id }) => id === params.target)
  return (
    <FilterRow
      label={t('Filter the audit log')}
      count={countFilters(params, 'cursor', isListed ? '' : 'target')}
      clear={paths.audit.href()}
      menu={menu}
      search={
        <SearchField
          label={t('Search the audit log')}
          placeholder={t('Name, ID or address')}
          q={isListed ? '' : (params.target ?? '')}
          onSearch={(target) => set({ target: target || undefined })}
        />
      }
    >
      <SmallSelect
        label={t('Person')}
        value={params.actor}
        onChange={(actor) => set({ actor })}
        any={t('Everyone')}
        options={actors.map(({ id, name }) => ({ value: id, label: shown(name) || id }))}
      >
        <UnlistedOption value={params.actor} known={actors.map(({ id }) => id)} />
      </SmallSelect>
      <ThingSelect params={params} facets={facets} onChange={set} />
      <SmallSelect
        label={t('Result')}
        value={params.result}
        onChange={(result) => set({ result })}
        any={t('All results')}
        options={AUDIT_RESULTS.map((value) => ({ value, label: resultLooks()[value].label }))}
      />
      <DayField label={t('From')} day={params.since} onChange={(since) => set({ since })} />
      <DayField label={t('Until')} day={params.until} onChange={(until) => set({ until })} />
    </FilterRow>
  )
}

const shown = (name: string): string => harmlessText(name, NAME_MAX).text

/** A choice of the thing filter: all things of a group, or one thing. */
type ThingChoice = { value: string; label: string; change: SearchOf<'audit'> }

/** Choices of each group in the log: the whole group, then its things by name. */
function listChoices({ actions, things }: AuditFacets): { label: string; choices: ThingChoice[] }[] {
  const labels = new Map<string, string>(Object.entries(groupLabels()))
  const found = new Set(actions.map(readGroup))
  return [...labels].flatMap(([group, label]) => {
    if (!found.has(group)) return []
    const named = things
      .filter(({ kind }) => GROUP_OF_KIND[kind] === group)
      .map(({ id, name }): ThingChoice => ({
        value: `thing ${id}`,
        label: shown(name),
        change: { action: undefined, target: id },
      }))
    const all = { value: `group ${group}`, label, change: { action: group, target: undefined } }
    return [{ label, choices: [all, ...named.toSorted((a, b) => a.label.localeCompare(b.label))] }]
  })
}

/** Filters by what entries are about: a group of things, or one thing. */
function ThingSelect({
  params,
  facets,
  onChange,
}: Pick<AuditFiltersProps, 'params' | 'facets' | 'onChange'>) {
  const groups = facets === undefined ? [] : listChoices(facets)
  const choices = groups.flatMap((group) => group.choices)
  const chosen = choices.find(
    ({ change }) =>
      (change.target !== undefined && change.target === params.target) ||
      (change.action !== undefined && change.action === params.action),
  )
  return (
    <SmallSelect
      label={t('Subject')}
      value={chosen?.value ?? params.action}
      onChange={(value) =>
        onChange(
          choices.find((choice) => choice.value === value)?.change ?? {
            action: undefined,
            target: undefined,
          },
        )
      }
      any={t('All subjects')}
    >
      {/* A group or an action from the URL that is not in the list. */}
      {chosen === undefined && <UnlistedOption value={params.action} known={[]} />}
      {groups.map((group) =>
        group.choices.length === 1 ? (
          <Options key={group.label} options={group.choices} />
        ) : (
          <optgroup key={group.label} label={group.label}>
            <Options options={withAll(group.choices)} />
          </optgroup>
        ),
      )}
    </SmallSelect>
  )
}

/** Labels the first choice of a group with “All: ”, because the group's label is above the choices. */
function withAll([all, ...others]: ThingChoice[]): Option[] {
  return all === undefined ? [] : [{ ...all, label: t('All: {group}', { group: all.label }) }, ...others]
}

/** Displays a filter value from the URL that is not in the log, so that the filter is visible. */
function UnlistedOption({ value, known }: { value: string | undefined; known: readonly string[] }) {
  if (value === undefined || known.includes(value)) return null
  return <option value={value}>{shown(value)}</option>
}
