import { useId, type ReactElement, type ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import { Button, ButtonLink } from './button.tsx'

type FilterPanelProps = {
  /** Number of filters that are set. */
  count: number
  /** Path of the list without filters, for the button that clears them. Undefined omits this button. */
  clear?: string
  children: ReactNode
}

/** Filters of a list. On a phone, they are behind a button. */
export function FilterPanel({ count, clear, children }: FilterPanelProps): ReactElement {
  const id = useId()
  return (
    <>
      <Button icon="filter" popoverTarget={id} className="sm:hidden">
        {count === 0 ? t('Filters') : t('Filters ({count})', { count })}
      </Button>
      <div
        popover="auto"
        id={id}
        role="group"
        aria-label={t('Filters')}
        className="popover-beside w-72 gap-3 rounded-md border border-line bg-raised p-4 text-ink shadow-lg max-sm:open:grid sm:contents"
      >
        {children}
        {clear !== undefined && count > 0 && (
          <ButtonLink tone="quiet" icon="close" to={clear} replace>
            {t('Clear filters')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

type FilterRowProps = FilterPanelProps & {
  /** Name of the search for screen readers. */
  label: string
  search: ReactNode
  /** The menu of the list, at the end of the row. */
  menu?: ReactNode
}

/** The row above a list: its search field and its filters. */
export function FilterRow({ label, search, menu, ...panel }: FilterRowProps): ReactElement {
  return (
    <div
      role="search"
      aria-label={label}
      className="mb-3 flex items-center gap-2 sm:mb-4 sm:flex-wrap sm:gap-3"
    >
      {search}
      <FilterPanel {...panel} />
      <div className="ml-auto empty:hidden">{menu}</div>
    </div>
  )
}
