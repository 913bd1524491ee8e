import { t } from '#web/ui/text.ts'

/** The shape of what is being read. */
export function Skeleton() {
  return (
    <div class="stack skeleton" role="status">
      <span class="sr-only">{t('Loading…')}</span>
      <div />
      <div />
    </div>
  )
}
