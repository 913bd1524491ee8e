import type { ReactNode } from 'react'

type ConsentProps = { isGiven: boolean; onChange: (isGiven: boolean) => void; children: ReactNode }

/** One more tick before something whose consequences are large. */
export function Consent({ isGiven, onChange, children }: ConsentProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 text-sm">
      <input
        type="checkbox"
        checked={isGiven}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
      />
      <span className="min-w-0">{children}</span>
    </label>
  )
}
