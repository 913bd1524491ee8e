import type { AuditDetails } from '#protocol/audit.ts'
import { isStoredField } from './audited-fields.ts'

const DEPTH_MAX = 3

/**
 * Flattens the storable fields of any JSON: `{ ipAllowList: { mode } }` becomes `ipAllowList.mode`. Lists are
 * joined.
 */
export function safeDetails(value: unknown): AuditDetails {
  return Object.fromEntries(collectFields(value, '', 0))
}

function collectFields(value: unknown, path: string, depth: number): [string, AuditDetails[string]][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEPTH_MAX) return []
  return Object.entries(value).flatMap(([name, field]): [string, AuditDetails[string]][] => {
    if (name === 'url') return collectHost(field, path)
    const plain = isStoredField(name) ? toPlain(field) : undefined
    return plain === undefined
      ? collectFields(field, `${path}${name}.`, depth + 1)
      : [[`${path}${name}`, plain]]
  })
}

/** Converts a plain value or a list of plain values. Undefined for anything else. */
function toPlain(field: unknown): AuditDetails[string] | undefined {
  if (field === null || typeof field === 'boolean' || typeof field === 'number') return field
  if (typeof field === 'string') return field
  const isList = Array.isArray(field) && field.every((item) => typeof item === 'string')
  return isList ? field.join(', ') : undefined
}

/** Host of a URL. The path and query are omitted, because a webhook's path often is its only secret. */
function collectHost(field: unknown, path: string): [string, string][] {
  return typeof field === 'string' && URL.canParse(field) ? [[`${path}host`, new URL(field).host]] : []
}
