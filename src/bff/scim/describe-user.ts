import type { AuditInput } from '#bff/audit/record-audit.ts'
import type { AuditBy } from '#bff/context.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import type { UserAttributes } from './user-attributes.ts'
import type { ScimUser } from './user-store.ts'

/**
 * The entry of the audit log about a user, named by the member's id or their own. Without a name of the identity
 * provider if that is an email address, because the log never has one.
 */
export function userEntry(by: AuditBy, action: string, user: ScimUser): AuditInput {
  const { displayName, formatted, givenName = '', familyName = '' } = user.profile
  const name = displayName ?? formatted ?? `${givenName} ${familyName}`.trim()
  const isName = name !== '' && normalizeEmail(name) === undefined
  const details = { ...(isName && { name }), ...(user.role !== null && { role: user.role }) }
  return { ...by, action, target: user.admin_id ?? user.id, details }
}

/** Returns the names of the attributes that differ. */
export function changedAttributes(before: UserAttributes, after: UserAttributes): string[] {
  const names = ['userName', 'externalId', 'email', 'active'] as const
  const changed: string[] = names.filter((name) => before[name] !== after[name])
  const fields = Object.entries({ ...before.profile, ...after.profile }).map(([field]) => field)
  const profiles = [new Map(Object.entries(before.profile)), new Map(Object.entries(after.profile))] as const
  return [...changed, ...fields.filter((field) => profiles[0].get(field) !== profiles[1].get(field))]
}
