import { t } from '#web/ui/text.ts'

/** The layout of pending content. */
export function Skeleton() {
  return (
    <div class="stack skeleton" role="status">
      <span class="sr-only">{t('Loading…')}</span>
      <div />
      <div />
    </div>
  )
}
