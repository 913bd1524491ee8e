import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { KeyUsageSource } from '#protocol/api-key-requests.ts'
import type { ApiKey } from '#protocol/api-keys.ts'
import { SCOPES, type Scope } from '#protocol/endpoint.ts'
import { Chip, SandboxMark, StateBadge, type Look } from '#web/console/components/badge.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { displayLabel, displayName, formatDay } from '#web/console/lib/display.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { t } from '#web/ui/text.ts'
import { consoleKeysQuery } from './api-key-requests.ts'

/** Whether a key is valid, and its problem if any. */
export function KeyStatusMark({ apiKey }: { apiKey: ApiKey }): ReactElement {
  return <StateBadge {...chooseLook(apiKey, useNow())} />
}

function chooseLook(apiKey: ApiKey, nowMs: number): Look {
  const status = keyStatus(apiKey, nowMs)
  if (status === 'revoked') return { tone: 'neutral', label: t('Revoked') }
  if (status === 'expired') return { tone: 'neutral', label: t('Expired') }
  if (isExposed(apiKey, nowMs)) return { tone: 'danger', label: t('Exposed') }
  if (typeof apiKey.replacedByKeyId === 'string') return { tone: 'warning', label: t('Rotating') }
  return { tone: 'success', label: t('Active') }
}

/** Whether the console itself uses a key. False while unknown. */
export function useIsOwnKey(keyId: string): boolean {
  return useQuery(secondary('keys', consoleKeysQuery())).data?.includes(keyId) ?? false
}

/** The first characters of a key, which identify it. */
export function KeyStart({ apiKey }: { apiKey: ApiKey }): ReactElement {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <code className="font-mono text-xs break-all">{apiKey.start}…</code>
      <SandboxMark />
    </span>
  )
}

/** Time and source of a key's last use. */
export function LastUsed({ apiKey }: { apiKey: ApiKey }): ReactElement | string {
  if (apiKey.lastUsedAtDatetime === null) return t('Never')
  return (
    <>
      <TimeAgo datetime={apiKey.lastUsedAtDatetime} />
      {typeof apiKey.lastUsedIp === 'string' && (
        <span className="block font-mono text-xs break-all text-muted">{apiKey.lastUsedIp}</span>
      )}
    </>
  )
}

/** Scopes of a key. "All scopes" if it has every scope. */
export function ScopeChips({ scopes }: { scopes: readonly Scope[] }): ReactElement {
  if (scopes.length === SCOPES.length) return <Chip>{t('all scopes')}</Chip>
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
    </span>
  )
}

/** Source of requests: an IP address, or words if there is no single address. */
export function UsageSource({ source }: { source: KeyUsageSource }): ReactElement | string {
  return {
    address: <span className="font-mono text-sm break-all">{source.ip}</span>,
    unknown: t('Unknown address'),
    server: t('This server itself'),
    others: t('Many other addresses'),
  }[source.kind]
}

/** Number of uses. */
export const usedText = ({ requests: count, lastDay }: { requests: number; lastDay: string }): string =>
  t('{count, plural, one {# request} other {# requests}}, last on {day} (UTC)', {
    count,
    day: formatDay(lastDay),
  })

export const moreSourcesText = (count: number): string =>
  t('And from {count, plural, one {# more address} other {# more addresses}}.', { count })

/** Display name of a key. Its first characters if the name is invisible. */
export function keyLabel({ label, start }: Pick<ApiKey, 'label' | 'start'>): string {
  return displayLabel(label) || `${start}…`
}

/** The person who issued a key. Keys of the deployment and of the command line have no person. */
export function keyOwner({ createdBy }: ApiKey): string {
  return displayName(createdBy ?? '') || t('This deployment')
}

export const DAY_MS = 86_400_000

export function keyStatus(key: ApiKey, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (key.revokedAtDatetime !== null) return 'revoked'
  return key.expiresAtDatetime !== null && Date.parse(key.expiresAtDatetime) <= nowMs ? 'expired' : 'active'
}

const RECENT_MS = 7 * DAY_MS

export function isInUse(key: ApiKey, nowMs: number): boolean {
  return key.lastUsedAtDatetime !== null && nowMs - Date.parse(key.lastUsedAtDatetime) < RECENT_MS
}

/**
 * Whether a browser has sent the active key, and since then the key was not rotated and the alarm was not dismissed.
 */
export function isExposed(key: ApiKey, nowMs: number): boolean {
  const { exposedAtDatetime: exposed, exposureDismissedAtDatetime: dismissed } = key
  if (exposed === undefined || exposed === null || keyStatus(key, nowMs) !== 'active') return false
  if (typeof key.replacedByKeyId === 'string') return false
  return typeof dismissed !== 'string' || Date.parse(dismissed) < Date.parse(exposed)
}

/** Minimum days of recorded usage before an unused scope is reported. */
const SIGNIFICANT_DAYS = 7

/**
 * Scopes that an active key has not used for `days` days. Null if there are none, or before the minimum
 * number of days.
 */
export function unusedScopes(key: ApiKey, nowMs: number): { scopes: Scope[]; days: number } | null {
  const { unusedScopes: scopes = [], usageSinceDatetime: since } = key
  if (since === undefined || scopes.length === 0 || keyStatus(key, nowMs) !== 'active') return null
  const days = Math.floor((nowMs - Date.parse(since)) / DAY_MS)
  return days < SIGNIFICANT_DAYS ? null : { scopes, days }
}
