import type { ReactNode, ReactElement } from 'react'
import { NavLink } from 'react-router'

/** Tabs for views of the same item. Each view has its own address. */
export function Tabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { to: string; label: ReactNode }[]
}): ReactElement {
  return (
    <nav
      aria-label={label}
      className="mb-4 flex overflow-x-auto overflow-y-hidden sm:gap-1 border-b border-line"
    >
      {tabs.map(({ to, label: name }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            `border-b-2 px-3 py-2 text-md whitespace-nowrap focus-visible:-outline-offset-2 max-sm:px-2 max-sm:text-sm ${isActive ? 'border-accent font-medium text-accent-text' : 'border-transparent text-muted hover:text-ink'}`
          }
        >
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
