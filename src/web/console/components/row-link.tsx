import type { ReactNode } from 'react'
import { Link } from 'react-router'

type RowLinkProps = { to: string; label?: string; className?: string; children: ReactNode }

/** The link that covers its row, whose position is `relative`. */
export function RowLink({ to, label, className = '[overflow-wrap:anywhere]', children }: RowLinkProps) {
  return (
    <Link to={to} aria-label={label} className={`${ROW_LINK} ${className}`}>
      {children}
    </Link>
  )
}

const ROW_LINK =
  'font-medium after:absolute after:inset-0 after:content-[""] hover:text-accent-text focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
