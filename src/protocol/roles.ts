import { enumSchema } from './fields.ts'

/** The roles of an organization's members, the most powerful first. Source: ADR 0020. */
export const ROLES = ['owner', 'admin', 'operator', 'read-only'] as const
export type Role = (typeof ROLES)[number]
export const roleSchema = enumSchema(ROLES)

/** Whether a role includes another role. Each role includes the roles after it in `ROLES`. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed)
}

/**
 * Whether a role may give, change or revoke these roles. Owners may do so for all roles, admins only for roles below
 * admin.
 */
export function mayGovern(actor: Role, ...concerned: readonly Role[]): boolean {
  if (actor === 'owner') return true
  return actor === 'admin' && concerned.every((role) => !reaches(role, 'admin'))
}

/** Access to an endpoint for the console's members. Source: ADR 0020. */
export type Access = {
  /** The lowest role whose members may send the request. */
  role: Role
  /** Whether the request requires a passkey prompt for exactly this request (threat 44). */
  stepUp?: true
}
