import type { ReactElement } from 'react'
const SHORT_LENGTH_MAX = 74

/** Bytes as hex, complete. Long ones scroll in a focusable field. */
export function RawBytes({ name, hex }: { name: string; hex: string }): ReactElement {
  if (hex.length <= SHORT_LENGTH_MAX) return <code>{hex}</code>
  return <textarea className="bytes" aria-label={name} rows={5} readOnly value={hex} />
}
