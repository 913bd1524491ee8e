import type { ReactElement } from 'react'
import { timeZone } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'

type DayFieldProps = {
  label: string
  /** Displayed before the field instead of `label`, which is the full name for screen readers. */
  short?: string
  day: string | undefined
  onChange: (day: string) => void
}

/** A field for a day in the reader's time zone. */
export function DayField({ label, short = label, day = '', onChange }: DayFieldProps): ReactElement {
  return (
    <label className="flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface pl-3 text-md shadow-sm focus-within:outline-2 focus-within:outline-focus hover:border-muted pointer-coarse:h-10">
      <span aria-hidden="true" className="text-sm text-muted">
        {short}
      </span>
      <input
        // A day that another control sets replaces a half-typed one.
        key={day}
        type="date"
        title={t('Days in your time zone, {zone}', { zone: timeZone() })}
        aria-label={label}
        defaultValue={day}
        min="2015-07-30"
        max="9999-12-31"
        onChange={(event) => {
          const { value, validity } = event.target
          // The browser reports no day while a part is missing. No request is sent then.
          if (value !== '' ? validity.valid : !validity.badInput) onChange(value)
        }}
        className="h-full w-34 min-w-0 rounded-md max-sm:ml-auto bg-transparent pr-2 text-md outline-none max-sm:text-lg"
      />
    </label>
  )
}
