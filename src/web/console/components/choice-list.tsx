import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldMessage } from './field.tsx'

type Choice = { value: string; label: ReactNode; note?: ReactNode; details?: ReactNode }

type ChoiceListProps = {
  legend: string
  hint?: ReactNode
  kind: 'checkbox' | 'radio'
  choices: readonly Choice[]
  error?: string | undefined
  /** The form library's props for the field, shared by every box. */
  control: Omit<ComponentProps<'input'>, 'type' | 'value' | 'id'>
  actions?: ReactNode
  mono?: boolean
  /** Without a form library: the chosen value. */
  chosen?: string
}

/** A group of check boxes or radio buttons, each with an explanation. */
export function ChoiceList({
  legend,
  hint,
  kind,
  choices,
  error,
  control,
  actions,
  mono,
  chosen,
}: ChoiceListProps) {
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
                {...(chosen !== undefined && { checked: chosen === choice.value })}
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
