import type { HasDatabase, HasHosting } from '#bff/context-parts.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { groupByMailbox, listPaths, listRepeated } from '#protocol/repeated-approvers.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { listAddresses } from './known-emails.ts'

/**
 * Rejects an approval rule that names a removed member, such as the rule of a form that was open during the removal.
 * Also rejects a rule that names a member twice: by id and by a present address, or by two present addresses. A hosted
 * service may have further consoles, whose members are unknown here. In front of such a service, any member id is
 * accepted.
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
