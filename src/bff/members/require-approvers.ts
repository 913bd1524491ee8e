import type { HasDatabase, HasHosting } from '#bff/context-parts.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { groupByMailbox, listPaths, listRepeated } from '#protocol/repeated-approvers.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { listAddresses } from './known-emails.ts'

/**
 * Rejects an approval rule that names a removed member, such as that of a form that was open during the removal. Also
 * rejects one that names a member twice: by id and by another of their present addresses, or by two of these. The
 * members of a hosted service's other consoles are unknown here, so any member id is accepted in front of one.
 *
 * @throws VALIDATION_FAILED, which names the approvers
 */
export async function requireApprovers(
  { db, settings }: HasDatabase & HasHosting,
  organizationId: string,
  rule: PolicyRule | undefined,
): Promise<void> {
  if (rule?.kind !== 'approval') return
  const members = await db
    .selectFrom('bff_member')
    .select('admin_id')
    .where('organization_id', '=', organizationId)
    .execute()
  const ids = new Set(members.map(({ admin_id: id }) => id))
  const isUnknown = (id: string | undefined) => id !== undefined && !ids.has(id) && !settings.hostedUpstream
  const unknown = listPaths(rule.approvers).filter(({ one }) => isUnknown(one.administratorId))
  const present = (await listAddresses(db, organizationId)).filter(({ isPresent }) => isPresent)
  const errors = [
    ...unknown.map(({ path }) => ({ path, message: 'must be a member of the organization' })),
    ...listRepeated(rule.approvers, groupByMailbox(present)),
  ]
  if (errors.length > 0) throw validationError(errors)
}
