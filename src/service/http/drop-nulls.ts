import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'

/**
 * Returns the body of a request without optional fields that are null. Serializers of Java, C# and Go write null
 * for an unset field. This applies only to the endpoints of the specification, where null changes nothing.
 */
export function dropNulls(row: Endpoint, body: unknown): unknown {
  if (row.specified !== true || !(row.body instanceof z.ZodMiniObject)) return body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields: Record<string, z.core.$ZodType> = row.body.shape
  const isUnset = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field !== undefined && z.safeParse(field, undefined).success && !z.safeParse(field, null).success
  }
  const kept = Object.entries(body).filter(([name, value]) => value !== null || !isUnset(name))
  return kept.length === Object.keys(body).length ? body : Object.fromEntries(kept)
}
