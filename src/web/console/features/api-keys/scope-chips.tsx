import { SCOPES, type Scope } from '#protocol/baas/scopes.ts'
import { Chip } from '#web/console/components/badge.tsx'
import { t } from '#web/ui/text.ts'

/** The scopes of a key; all of them in two words. */
export function ScopeChips({ scopes }: { scopes: readonly Scope[] }) {
  if (scopes.length === SCOPES.length) return <Chip>{t('all scopes')}</Chip>
  return (
    <span className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
    </span>
  )
}
