import { useQuery } from '@tanstack/react-query'
import { CONSOLE_ACCESS, type ConsoleRoute } from '#protocol/org/console-access.ts'
import { reaches, type Role } from '#protocol/org/roles.ts'
import { sessionQuery } from './session.query.ts'

/**
 * Whether the role of whoever is signed in allows a route, by the table that the server decides by; `needed` is the
 * lowest role that does. While nobody is known everything looks allowed: the server refuses.
 */
export function useMay(route: ConsoleRoute): { may: boolean; needed: Role } {
  const role = useQuery(sessionQuery()).data
  const needed = CONSOLE_ACCESS[route].role
  return { may: role?.signedIn !== true || reaches(role.admin.role, needed), needed }
}
