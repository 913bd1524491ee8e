import type { ApiKey } from '#shared/org/api-keys.ts'

export type KeyStatus = 'active' | 'expired' | 'revoked'

export function keyStatus(key: ApiKey, nowMs: number): KeyStatus {
  if (key.revokedAtDatetime !== null) return 'revoked'
  return key.expiresAtDatetime !== null && Date.parse(key.expiresAtDatetime) <= nowMs ? 'expired' : 'active'
}

const RECENT_MS = 7 * 86_400_000

/** Whether something seems to depend on the key still. */
export function isInUse(key: ApiKey, nowMs: number): boolean {
  return key.lastUsedAtDatetime !== null && nowMs - Date.parse(key.lastUsedAtDatetime) < RECENT_MS
}
