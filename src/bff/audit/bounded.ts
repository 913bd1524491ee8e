import type { AuditDetails } from '#protocol/org/audit.ts'

const TEXT_MAX = 500
const DETAILS_MAX = 40

/** A text as every database keeps it, byte for byte: no NUL, no half of a pair; long ones end in an ellipsis. */
export function bounded(text: string): string {
  const plain = text.replaceAll('\0', '')
  const short = plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX - 1)}…` : plain
  return Buffer.from(short, 'utf8').toString('utf8')
}

/** Details of a bounded size; a number that JSON cannot carry becomes null. */
export function boundedDetails(details: AuditDetails): AuditDetails {
  const kept = Object.entries(details).slice(0, DETAILS_MAX)
  return Object.fromEntries(kept.map(([name, value]) => [bounded(name), boundedValue(value)]))
}

function boundedValue(value: AuditDetails[string]): AuditDetails[string] {
  if (typeof value === 'string') return bounded(value)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}
