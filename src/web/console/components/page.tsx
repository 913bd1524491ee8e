import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from './icon.tsx'

type PageProps = {
  title: string
  /** One line: what the page is for. */
  purpose: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  /** Forms and reading are narrower than lists. */
  width?: 'page' | 'prose'
  children: ReactNode
}

export function Page({ title, purpose, actions, back, width = 'page', children }: PageProps) {
  const titleRef = useTitleFocus()
  return (
    <div className="mx-auto w-full max-w-page">
      <title>{`${title} · Latchkey`}</title>
      {back && (
        <Link
          to={back.to}
          className="mb-2 -ml-1 inline-flex h-6 max-w-full items-center gap-1 rounded-sm pr-1 text-sm text-muted hover:text-ink"
        >
          <Icon name="previous" className="size-3.5" />
          <span className="min-w-0 truncate">{back.label}</span>
        </Link>
      )}
      <header className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="mr-auto min-w-0">
          <h1
            tabIndex={-1}
            ref={titleRef}
            className="text-2xl font-strong tracking-tight [overflow-wrap:anywhere]"
          >
            {title}
          </h1>
          <div className="mt-1 max-w-prose text-muted [overflow-wrap:anywhere]">{purpose}</div>
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {width === 'page' ? children : <div className="max-w-prose">{children}</div>}
    </div>
  )
}

/** After a change of page its title has the focus, so that a screen reader announces the page. */
function useTitleFocus() {
  const ref = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  const isFirst = key === 'default'
  useEffect(() => {
    if (isFirst) return
    // A page that put the focus into its first field knows better.
    const isInside = document.querySelector('main, dialog[open]')?.contains(document.activeElement) ?? false
    if (!isInside) ref.current?.focus({ preventScroll: true })
  }, [pathname, isFirst])
  return ref
}
