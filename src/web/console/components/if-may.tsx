import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CONSOLE_ACCESS, type ConsoleRoute, reaches, type Role } from '#protocol/console-access.ts'
import { thoseWhoReach } from '#web/console/lib/role-words.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { Icon } from './icon.tsx'

type IfMayProps = {
  /** The children's request, such as `POST /api/org/keys`. */
  route: ConsoleRoute
  /** Shows nothing instead if the reason would be repeated, such as in every row of a table. */
  silent?: boolean
  children: ReactNode
}

/** Its children if the role allows their request; otherwise the reason. */
export function IfMay({ route, silent = false, children }: IfMayProps) {
  const { may, needed } = useMay(route)
  if (may) return children
  if (silent) return null
  return (
    <span className="inline-flex h-8 items-center gap-1.5 text-sm text-muted">
      <Icon name="lock" className="size-3.5" />
      {thoseWhoReach(needed)}
    </span>
  )
}

/**
 * Whether the signed-in administrator's role allows a route, by the server's own table; `needed` is the lowest
 * role that does. While the session is unknown everything is allowed: the server refuses.
 */
export function useMay(route: ConsoleRoute): { may: boolean; needed: Role } {
  const role = useQuery(sessionQuery()).data
  const needed = CONSOLE_ACCESS[route].role
  return { may: role?.signedIn !== true || reaches(role.admin.role, needed), needed }
}
