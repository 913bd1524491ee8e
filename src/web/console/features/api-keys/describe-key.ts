import type { Scope } from '#protocol/endpoint.ts'
import { displayLabel, displayName } from '#web/console/lib/display-names.ts'
import type { ApiKey } from '#protocol/api-keys.ts'

/** A key's display name; its beginning if nothing of the name is visible. */
export function keyLabel({ label, start }: Pick<ApiKey, 'label' | 'start'>): string {
  return displayLabel(label) || `${start}…`
}

/** A key's issuer, for display; null if no person is named. */
export function keyOwner({ createdBy }: Pick<ApiKey, 'createdBy'>): string | null {
  return displayName(createdBy ?? '') || null
}

type KeyStatus = 'active' | 'expired' | 'revoked'

const DAY_MS = 86_400_000

export function keyStatus(key: ApiKey, nowMs: number): KeyStatus {
  if (key.revokedAtDatetime !== null) return 'revoked'
  return key.expiresAtDatetime !== null && Date.parse(key.expiresAtDatetime) <= nowMs ? 'expired' : 'active'
}

const RECENT_MS = 7 * DAY_MS

/** Whether the key seems to be in use. */
export function isInUse(key: ApiKey, nowMs: number): boolean {
  return key.lastUsedAtDatetime !== null && nowMs - Date.parse(key.lastUsedAtDatetime) < RECENT_MS
}

/** A browser has sent it, and it was neither rotated nor dismissed since. */
export function isExposed(key: ApiKey, nowMs: number): boolean {
  const { exposedAtDatetime: exposed, exposureDismissedAtDatetime: dismissed } = key
  if (exposed === undefined || exposed === null || keyStatus(key, nowMs) !== 'active') return false
  if (typeof key.replacedByKeyId === 'string') return false
  return typeof dismissed !== 'string' || Date.parse(dismissed) < Date.parse(exposed)
}

/** Before that, an unused scope is not significant. */
const SIGNIFICANT_DAYS = 7

/** The scopes that an active key has not needed for so many days; null while not significant. */
export function unusedScopes(key: ApiKey, nowMs: number): { scopes: Scope[]; days: number } | null {
  const { unusedScopes: scopes = [], usageSinceDatetime: since } = key
  if (since === undefined || scopes.length === 0 || keyStatus(key, nowMs) !== 'active') return null
  const days = Math.floor((nowMs - Date.parse(since)) / DAY_MS)
  return days < SIGNIFICANT_DAYS ? null : { scopes, days }
}
