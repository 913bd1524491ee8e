const SHORT_LENGTH_MAX = 74

/** All of some bytes as hex. Long ones scroll, in a focusable field; nothing is omitted. */
export function RawBytes({ name, hex }: { name: string; hex: string }) {
  if (hex.length <= SHORT_LENGTH_MAX) return <code>{hex}</code>
  return <textarea class="bytes" aria-label={name} rows={5} readOnly value={hex} />
}
