import { LABEL_LENGTH_MAX } from '#protocol/baas/limits.ts'
import type { Scope } from '#protocol/baas/scopes.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { ApiKey } from '#protocol/org/api-keys.ts'

const OWNER_LENGTH_MAX = 100

/** The name of a key as it is shown; its beginning where nothing of the name can be seen. */
export function keyLabel({ label, start }: Pick<ApiKey, 'label' | 'start'>): string {
  return harmlessText(label, LABEL_LENGTH_MAX).text || `${start}…`
}

/** Who issued a key, as it is shown; null where nobody was named. */
export function keyOwner({ createdBy }: Pick<ApiKey, 'createdBy'>): string | null {
  return harmlessText(createdBy ?? '', OWNER_LENGTH_MAX).text || null
}

type KeyStatus = 'active' | 'expired' | 'revoked'

const DAY_MS = 86_400_000

export function keyStatus(key: ApiKey, nowMs: number): KeyStatus {
  if (key.revokedAtDatetime !== null) return 'revoked'
  return key.expiresAtDatetime !== null && Date.parse(key.expiresAtDatetime) <= nowMs ? 'expired' : 'active'
}

const RECENT_MS = 7 * DAY_MS

/** Whether something seems to depend on the key still. */
export function isInUse(key: ApiKey, nowMs: number): boolean {
  return key.lastUsedAtDatetime !== null && nowMs - Date.parse(key.lastUsedAtDatetime) < RECENT_MS
}

/** A browser has sent it, and nobody has rotated it or looked into it since. */
export function isExposed(key: ApiKey, nowMs: number): boolean {
  const { exposedAtDatetime: exposed, exposureDismissedAtDatetime: dismissed } = key
  if (exposed === undefined || exposed === null || keyStatus(key, nowMs) !== 'active') return false
  if (typeof key.replacedByKeyId === 'string') return false
  return typeof dismissed !== 'string' || Date.parse(dismissed) < Date.parse(exposed)
}

/** Before, that a scope was not needed says little. */
const TELLING_DAYS = 7

/** The scopes that a key which holds has not needed for so many days; null while that says nothing. */
export function unusedScopes(key: ApiKey, nowMs: number): { scopes: Scope[]; days: number } | null {
  const { unusedScopes: scopes = [], usageSinceDatetime: since } = key
  if (since === undefined || scopes.length === 0 || keyStatus(key, nowMs) !== 'active') return null
  const days = Math.floor((nowMs - Date.parse(since)) / DAY_MS)
  return days < TELLING_DAYS ? null : { scopes, days }
}
