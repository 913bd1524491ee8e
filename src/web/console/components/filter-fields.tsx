import { useEffect, useRef, useState, type ReactNode } from 'react'
import { timeZone } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'
import { Options, type Option } from './field.tsx'
import { Icon } from './button.tsx'

const PAUSE_MS = 250

type SearchFieldProps = {
  /** The searched subject, for screen readers. */
  label: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
}

/** Searches a moment after the last key. `/` anywhere on the page focuses it. */
export function SearchField({ label, placeholder, q, onSearch }: SearchFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  if (q !== shown) {
    // The address bar changed by itself (back, a link): it takes precedence.
    setShown(q)
    if (q !== typed.trim()) setTyped(q)
  }
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      inputRef.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div className="relative w-full sm:max-w-80">
      <Icon
        name="search"
        className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint pointer-coarse:top-3"
      />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        className="h-8 w-full rounded-md border border-line-strong bg-surface pr-8 pl-8 text-md shadow-sm hover:border-muted max-sm:text-lg pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-2 hidden h-4 items-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted pointer-fine:flex"
      >
        /
      </kbd>
    </div>
  )
}

type SmallSelectProps = {
  /** The chosen property, for screen readers. */
  label: string
  value: string | undefined
  onChange: (value: string) => void
  /** The choice of none. */
  any?: string
  options?: readonly Option[]
  /** Options between the two. */
  children?: ReactNode
}

/** A choice in a row of filters. */
export function SmallSelect({ label, value = '', onChange, any, options = [], children }: SmallSelectProps) {
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

/** Choices of a list's filters. Each change starts at the newest again. */
export function FilterSelects<Filter extends Partial<Record<string, string | undefined>>>({
  filter,
  selects,
  onChange,
}: FilterSelectsProps<Filter>) {
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

type DayFieldProps = {
  label: string
  /** Displayed before the field, where `label` is its whole name. */
  short?: string
  day: string | undefined
  onChange: (day: string) => void
}

/** A day of the reader's time zone. */
export function DayField({ label, short = label, day = '', onChange }: DayFieldProps) {
  return (
    <label className="col-span-2 flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface pl-3 text-md shadow-sm focus-within:outline-2 focus-within:outline-focus hover:border-muted pointer-coarse:h-10">
      <span aria-hidden="true" className="text-sm text-muted">
        {short}
      </span>
      <input
        // Remounts when the day is set elsewhere, so that typing starts from it.
        key={day}
        type="date"
        title={t('Days in your time zone, {zone}', { zone: timeZone() })}
        aria-label={label}
        defaultValue={day}
        min="2015-07-30"
        max="9999-12-31"
        onChange={(event) => {
          const { value, validity } = event.target
          // While a part is missing the browser reports no day: no request then.
          if (value !== '' ? validity.valid : !validity.badInput) onChange(value)
        }}
        className="h-full w-34 min-w-0 rounded-md max-sm:ml-auto bg-transparent pr-2 text-md outline-none max-sm:text-lg"
      />
    </label>
  )
}
