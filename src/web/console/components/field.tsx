import { useId, type ComponentProps, type ReactNode, type ReactElement } from 'react'
import { fieldProblem } from '#web/console/lib/field-problem.ts'
import { t } from '#web/ui/text.ts'
import { Icon } from './button.tsx'

type FieldText = {
  label: string
  hint?: ReactNode
  /** Message of the schema or the server for this field. */
  error?: string | undefined
  optional?: boolean
}
type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type FieldProps = FieldText & { children: (control: Control) => ReactNode; aside?: ReactNode }

/** Label, control, hint and message, associated for assistive technology. */
function Field({ label, hint, error, optional = false, aside, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter((part) => part !== false)
    .join(' ')
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
          {optional && <span className="font-normal text-faint"> {t('(optional)')}</span>}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy || undefined })}
      <FieldMessage id={`${id}-error`} error={error} />
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}

export function FieldMessage({ id, error }: { id: string; error: string | undefined }): ReactElement {
  return (
    <div id={id} aria-live="polite">
      {error !== undefined && (
        <p className="mt-1 flex items-start gap-1.5 text-sm text-danger">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{fieldProblem(error)}</span>
        </p>
      )}
    </div>
  )
}

const CONTROL =
  'block w-full rounded-md border bg-surface text-md text-ink shadow-sm transition-colors hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-disabled max-sm:text-lg'

function controlClass(invalid: boolean, extra: string): string {
  return `${CONTROL} ${invalid ? 'border-danger-solid' : 'border-line-strong'} ${extra}`
}

type TextFieldProps = FieldText & {
  mono?: boolean
  aside?: ReactNode
  suffix?: ReactNode
  /** Suggestions that the browser shows while the user types. */
  suggestions?: readonly Option[]
} & ComponentProps<'input'>

export function TextField({
  mono = false,
  aside,
  suffix,
  suggestions,
  ...field
}: TextFieldProps): ReactElement {
  const { label, hint, error, optional, ...input } = field
  const listId = useId()
  return (
    <Field {...{ label, hint, error, aside }} optional={optional ?? false}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            autoComplete="off"
            spellCheck={mono ? false : undefined}
            list={suggestions && listId}
            {...input}
            {...control}
            data-autofocus={input.autoFocus || undefined}
            className={controlClass(
              control['aria-invalid'],
              `h-10 px-3 ${mono ? 'font-mono' : ''} ${suffix ? 'pr-20' : ''}`,
            )}
          />
          {suggestions && (
            <datalist id={listId}>
              <Options options={suggestions} />
            </datalist>
          )}
          {suffix !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

type TextAreaFieldProps = FieldText & { mono?: boolean } & ComponentProps<'textarea'>

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  mono = false,
  ...area
}: TextAreaFieldProps): ReactElement {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(control) => (
        <textarea
          autoComplete="off"
          spellCheck={mono ? false : undefined}
          {...area}
          {...control}
          data-autofocus={area.autoFocus || undefined}
          className={controlClass(control['aria-invalid'], `px-3 py-2 ${mono ? 'font-mono' : ''}`)}
        />
      )}
    </Field>
  )
}

type CheckFieldProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  children: ReactNode
}

/** A check box with a sentence. */
export function CheckField({ checked, onChange, error, children }: CheckFieldProps): ReactElement {
  const id = useId()
  return (
    <div>
      <label className="flex cursor-pointer items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
        />
        <span className="min-w-0">{children}</span>
      </label>
      <FieldMessage id={`${id}-error`} error={error} />
    </div>
  )
}

export type Option = { value: string | number; label: ReactNode }

export function Options({ options }: { options: readonly Option[] }): ReactElement[] {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

type SelectFieldProps = FieldText & { options?: readonly Option[] } & ComponentProps<'select'>

/** `children`: options before the others, or option groups. */
export function SelectField({
  label,
  hint,
  error,
  options = [],
  children,
  ...select
}: SelectFieldProps): ReactElement {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            data-autofocus={select.autoFocus || undefined}
            className={controlClass(control['aria-invalid'], 'h-10 appearance-none pr-9 pl-3')}
          >
            {children}
            <Options options={options} />
          </select>
          <Icon name="down" className="pointer-events-none absolute top-3 right-3 size-4 text-muted" />
        </div>
      )}
    </Field>
  )
}

type Choice = { value: string; label: ReactNode; note?: ReactNode; details?: ReactNode }

type ChoiceListProps = {
  legend: string
  hint?: ReactNode
  kind: 'checkbox' | 'radio'
  choices: readonly Choice[]
  error?: string | undefined
  actions?: ReactNode
  mono?: boolean
} & Omit<ComponentProps<'input'>, 'type' | 'value' | 'id' | 'children'>

/**
 * A group of check boxes or radio buttons, each with an explanation. The other props come from the form
 * library and apply to every box.
 */
export function ChoiceList(props: ChoiceListProps): ReactElement {
  const { legend, hint, kind, choices, error, actions, mono, ...control } = props
  const id = useId()
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={`${id}-error${hint === undefined ? '' : ` ${id}-hint`}`}
      aria-invalid={error !== undefined}
    >
      <legend className="contents text-sm font-medium">{legend}</legend>
      <div className="mt-1 mb-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        {hint !== undefined && (
          <p id={`${id}-hint`} className="mr-auto">
            {hint}
          </p>
        )}
        {actions}
      </div>
      <div
        className={`divide-y divide-line overflow-hidden rounded-md border bg-surface shadow-sm ${error === undefined ? 'border-line' : 'border-danger-solid'}`}
      >
        {choices.map((choice) => (
          <div key={choice.value} className="px-3 py-2 has-checked:bg-accent-soft">
            <label className="flex cursor-pointer items-start gap-3 py-0.5">
              <input
                type={kind}
                {...control}
                value={choice.value}
                className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
              />
              <span className="min-w-0">
                <span className={`block text-sm ${mono ? 'font-mono' : 'font-medium'}`}>{choice.label}</span>
                {choice.note !== undefined && <span className="block text-sm text-muted">{choice.note}</span>}
              </span>
            </label>
            {choice.details !== undefined && <div className="pl-7">{choice.details}</div>}
          </div>
        ))}
      </div>
      <FieldMessage id={`${id}-error`} error={error} />
    </fieldset>
  )
}
