import * as z from 'zod/mini'

/** What a member of an organization may do in the console, the most powerful first. Source: ADR 0020. */
export const ROLES = ['owner', 'admin', 'operator', 'read-only'] as const
export type Role = (typeof ROLES)[number]
export const roleSchema = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)

/** Whether a role may do what needs another one: each role may do everything of those after it. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed)
}

/** Whether somebody may give, change or take away these roles: owners all of them, admins those below their own. */
export function mayGovern(actor: Role, ...concerned: readonly Role[]): boolean {
  if (actor === 'owner') return true
  return actor === 'admin' && concerned.every((role) => !reaches(role, 'admin'))
}
