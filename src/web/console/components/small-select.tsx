import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type SmallSelectProps = {
  /** What it chooses, for people who do not see the place. */
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A choice in a row of filters. */
export function SmallSelect({ label, value, onChange, children }: SmallSelectProps) {
  return (
    <div className="relative">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-full appearance-none rounded-md border border-line-strong bg-surface pr-8 pl-3 text-md shadow-sm hover:border-muted max-sm:text-lg pointer-coarse:h-10"
      >
        {children}
      </select>
      <Icon
        name="down"
        className="pointer-events-none absolute top-2 right-2.5 size-4 text-muted pointer-coarse:top-3"
      />
    </div>
  )
}
