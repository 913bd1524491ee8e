import { t } from '#web/ui/text.ts'
import { ButtonLink } from './button.tsx'

/** Links between the pages of a list that is ordered from new to old. Nothing where there is one page. */
export function Pager({ newest, older }: { newest: string | null; older: string | null }) {
  if (newest === null && older === null) return null
  return (
    <nav
      aria-label={t('Pages')}
      className="flex items-center justify-end gap-2 border-t border-line px-4 py-3"
    >
      {newest !== null && <ButtonLink to={newest}>{t('Newest')}</ButtonLink>}
      {older !== null && <ButtonLink to={older}>{t('Older')}</ButtonLink>}
    </nav>
  )
}
