import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

type Tab = { to: string; label: ReactNode }

/** Views of the same thing, each with an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-4 flex gap-1 border-b border-line">
      {tabs.map(({ to, label: name }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            `-mb-px border-b-2 px-3 py-2 text-md ${isActive ? 'border-accent font-medium text-accent-text' : 'border-transparent text-muted hover:text-ink'}`
          }
        >
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
