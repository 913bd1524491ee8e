import type { Endpoint } from '#protocol/baas/endpoints.ts'
import type { Scope } from '#protocol/baas/scopes.ts'

/** Source: spec "Errors", 403 "Insufficient scopes. Required: …". */
const LACKS = /^Insufficient scopes\b/i

/** What an answer says of the key's scope for this endpoint; undefined where it says nothing. */
export function scopeShownBy(
  { scope }: Pick<Endpoint, 'scope'>,
  status: number,
  message: string | undefined,
): { scope: Scope; held: boolean } | undefined {
  if (scope === null) return undefined
  if (status >= 200 && status < 300) return { scope, held: true }
  return status === 403 && message !== undefined && LACKS.test(message) ? { scope, held: false } : undefined
}
