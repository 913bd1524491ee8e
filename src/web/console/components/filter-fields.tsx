import type { ReactNode, ReactElement } from 'react'
import { Icon } from './button.tsx'
import { Options, type Option } from './field.tsx'

type SmallSelectProps = {
  /** Describes the choice to screen readers. */
  label: string
  value: string | undefined
  onChange: (value: string) => void
  /** Label of the option that does not filter. */
  any?: string
  options?: readonly Option[]
  /** Options after `any` and before `options`. */
  children?: ReactNode
}

/** A select in a row of filters. */
export function SmallSelect({
  label,
  value = '',
  onChange,
  any,
  options = [],
  children,
}: SmallSelectProps): ReactElement {
  return (
    <div className="relative">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-full appearance-none rounded-md border border-line-strong bg-surface pr-8 pl-3 text-md shadow-sm hover:border-muted max-sm:text-lg pointer-coarse:h-10"
      >
        {any !== undefined && <option value="">{any}</option>}
        {children}
        <Options options={options} />
      </select>
      <Icon
        name="down"
        className="pointer-events-none absolute top-2 right-2.5 size-4 text-muted pointer-coarse:top-3"
      />
    </div>
  )
}

type FilterSelect<Name> = { name: Name; label: string; any: string; options: readonly Option[] }

type FilterSelectsProps<Filter> = {
  filter: Filter
  selects: readonly (FilterSelect<keyof Filter & string> | false)[]
  onChange: (filter: Filter) => void
}

/** Selects for a list's filters. Each change returns to the first page. */
export function FilterSelects<Filter extends Partial<Record<string, string | undefined>>>({
  filter,
  selects,
  onChange,
}: FilterSelectsProps<Filter>): ReactNode {
  return selects.map(
    (select) =>
      select !== false && (
        <SmallSelect
          key={select.name}
          {...select}
          value={filter[select.name]}
          onChange={(value) => onChange({ ...filter, [select.name]: value })}
        />
      ),
  )
}
