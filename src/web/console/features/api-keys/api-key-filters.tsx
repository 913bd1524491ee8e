import type { ApiKey } from '#protocol/api-keys.ts'
import { SearchField } from '#web/console/components/filter-fields.tsx'
import type { ApiKeysSearchParams } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { isExposed, keyStatus, unusedScopes } from './describe-key.ts'

const SHOWS = ['all', 'active', 'attention', 'ended'] as const
type Show = (typeof SHOWS)[number]

/** The list's filters, stored in the address. */
export function ApiKeyFilters({
  params,
  onChange,
}: {
  params: ApiKeysSearchParams
  onChange: (next: ApiKeysSearchParams) => void
}) {
  const names: Record<Show, string> = {
    all: t('All'),
    active: t('Active'),
    attention: t('Needs attention'),
    ended: t('Ended'),
  }
  const shown = showOf(params)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label={t('Search API keys by name, owner, scope or prefix')}
        placeholder={t('Name, owner or scope')}
        q={params.q ?? ''}
        onSearch={(q) => onChange({ ...params, q })}
      />
      <div role="group" aria-label={t('Which keys')} className="flex flex-wrap gap-1">
        {SHOWS.map((show) => (
          <button
            key={show}
            type="button"
            aria-pressed={shown === show}
            onClick={() => onChange({ ...params, show: show === 'all' ? undefined : show })}
            className="h-8 rounded-full border border-line px-3 text-sm text-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:h-10"
          >
            {names[show]}
          </button>
        ))}
      </div>
    </div>
  )
}

function showOf(params: ApiKeysSearchParams): Show {
  return SHOWS.find((show) => show === params.show) ?? 'all'
}

/** The keys that the filters select. */
export function filteredKeys(keys: readonly ApiKey[], params: ApiKeysSearchParams, nowMs: number): ApiKey[] {
  const words = (params.q ?? '').toLowerCase().split(/\s+/)
  const show = showOf(params)
  return keys.filter((key) => {
    const text = [key.label, key.createdBy ?? '', key.start, key.id, ...key.scopes].join('\n').toLowerCase()
    return words.every((word) => text.includes(word)) && isShown(key, show, nowMs)
  })
}

function isShown(key: ApiKey, show: Show, nowMs: number): boolean {
  const isActive = keyStatus(key, nowMs) === 'active'
  if (show === 'active') return isActive
  if (show === 'ended') return !isActive
  return show === 'all' || isExposed(key, nowMs) || unusedScopes(key, nowMs) !== null
}
