import { useEffect, useRef, type ReactNode, type ReactElement } from 'react'
import { Link, useLocation } from 'react-router'
import type { Access } from '#protocol/roles.ts'
import { thoseWhoReach } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { ButtonLink, useMay, Icon, type IconName } from './button.tsx'
import { Card, EmptyState, Skeleton } from './card.tsx'
import { SecondaryQueryNotice } from './secondary-query-notice.tsx'

type PageProps = {
  title: string
  /** The page's purpose, in one line. */
  purpose?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  /** `prose` is narrower, for forms and text. */
  width?: 'page' | 'prose'
  /**
   * The endpoint that the page's form calls. Users without the endpoint's role see the reason before they fill in the
   * form.
   */
  access?: Access | undefined
  children: ReactNode
}

export function Page({
  title,
  purpose,
  actions,
  back,
  width = 'page',
  access,
  children,
}: PageProps): ReactElement {
  const titleRef = useTitleFocus()
  return (
    <div className="mx-auto w-full max-w-page">
      <title>{`${title} · Latchkey`}</title>
      {back && (
        <Link
          to={back.to}
          className="mb-1 -ml-1 inline-flex h-6 sm:mb-2 max-w-full items-center gap-1 rounded-sm pr-1 text-sm text-muted hover:text-ink"
        >
          <Icon name="previous" className="size-3.5" />
          <span className="min-w-0 truncate">{back.label}</span>
        </Link>
      )}
      <header className="mb-3 sm:mb-6">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2 sm:gap-x-6">
          <h1
            tabIndex={-1}
            ref={titleRef}
            className="mr-auto min-w-0 text-xl font-strong tracking-tight [overflow-wrap:anywhere] sm:text-2xl"
          >
            {title}
          </h1>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        <div className="mt-1 max-w-prose text-muted [overflow-wrap:anywhere] empty:hidden max-sm:text-sm">
          {purpose}
        </div>
      </header>
      <div className={width === 'page' ? '' : 'max-w-prose'}>
        <SecondaryQueryNotice />
        {access === undefined ? children : <Permitted access={access}>{children}</Permitted>}
      </div>
    </div>
  )
}

function Permitted({ access, children }: { access: Access; children: ReactNode }) {
  const { may, needed } = useMay(access)
  if (may) return children
  return (
    <Card>
      <EmptyState
        icon="lock"
        title={thoseWhoReach(needed)}
        action={<ButtonLink to={paths.members.href()}>{t('Members')}</ButtonLink>}
      >
        {t('Your role does not allow this. An owner of the organization can change your role.')}
      </EmptyState>
    </Card>
  )
}

/** Focuses the title after navigation, so that a screen reader announces the page. */
function useTitleFocus() {
  const ref = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  const isFirst = key === 'default'
  useEffect(() => {
    if (isFirst) return
    // A field that the page has focused takes precedence.
    const inside = document.activeElement?.closest('main *, dialog[open]') ?? null
    if (inside === null) ref.current?.focus({ preventScroll: true })
  }, [pathname, isFirst])
  return ref
}

type PagerProps = {
  /** Cursors of this page and the next one. */
  cursor: string | undefined
  next: string | null
  /** Path of the page at a cursor. Undefined means the newest page. */
  href: (cursor: string | undefined) => string
}

/** Links between the pages of a list, newest first. Renders nothing for a single page. */
export function Pager({ cursor, next, href }: PagerProps): ReactElement | null {
  if (cursor === undefined && next === null) return null
  return (
    <nav
      aria-label={t('Pages')}
      className="flex items-center justify-end gap-2 border-t border-line px-4 py-3"
    >
      {cursor !== undefined && <ButtonLink to={href(undefined)}>{t('Newest')}</ButtonLink>}
      {next !== null && <ButtonLink to={href(next)}>{t('Older')}</ButtonLink>}
    </nav>
  )
}

type MissingPageProps = {
  title: string
  icon: IconName
  /** The centered text: what is missing, with a possible reason in `hint`. */
  missing: string
  hint: string
  /** Path of the link: the list to which the missing item belongs, or another page. `back` is the list's name. */
  to: string
  label: string
  back?: string
}

/** Replaces a page whose subject does not exist. Subjects of other organizations look the same. */
export function MissingPage({ title, icon, missing, hint, to, label, back }: MissingPageProps): ReactElement {
  return (
    <Page title={title} {...(back !== undefined && { back: { to, label: back } })}>
      <Card flush>
        <EmptyState icon={icon} title={missing} action={<ButtonLink to={to}>{label}</ButtonLink>}>
          {hint}
        </EmptyState>
      </Card>
    </Page>
  )
}

type NoneFoundProps = { title: string; to: string; label?: string; children?: ReactNode }

/** Placeholder of a list without matches, with a link to all entries. */
export function NoneFound({ title, to, label = t('Show all'), children }: NoneFoundProps): ReactElement {
  return (
    <EmptyState icon="search" title={title} action={<ButtonLink to={to}>{label}</ButtonLink>}>
      {children ?? t('No results for these filters. Remove one, or choose a longer period.')}
    </EmptyState>
  )
}

export function NotFoundPage(): ReactElement {
  return (
    <MissingPage
      title={t('Page not found')}
      icon="search"
      missing={t('No page has this address.')}
      hint={t('The link may be outdated or incomplete.')}
      to={paths.overview.href()}
      label={t('Go to the overview')}
    />
  )
}

/** Outline of a page while its code is loading. */
export function PageSkeleton(): ReactElement {
  return (
    <div className="mx-auto w-full max-w-page" aria-busy="true">
      <h1 className="sr-only">{t('Loading')}</h1>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-3 h-4 w-72 max-w-full" />
      <Skeleton className="mt-8 h-64 w-full rounded-lg" />
    </div>
  )
}
