import { countRequired, listAbleApprovers, type PolicyRule } from '#protocol/policies.ts'
import { groupByMailbox, listRepeated } from '#protocol/repeated-approvers.ts'
import { fieldError, validationError } from '#server-kit/http/validate.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import { listNamedMembers } from './named-members.ts'

type Checked = {
  organizationId: string
  rule: PolicyRule | undefined
  /** The policy whose rule is replaced. */
  policyId?: string
}

/**
 * Rejects an approval rule that names one person under two email addresses, because one person would give two
 * approvals. A person has several addresses if other policies name them with the same member id. Also rejects a rule
 * that requires more approvals than it names people who are not removed.
 *
 * @throws VALIDATION_FAILED
 */
export async function requireDifferentPeople(
  { db }: HasDatabase,
  { organizationId, rule, policyId }: Checked,
): Promise<void> {
  if (rule?.kind !== 'approval') return
  const known = await listNamedMembers(db, organizationId, policyId)
  const errors = listRepeated(rule.approvers, groupByMailbox(known))
  if (errors.length > 0) throw validationError(errors)
  if (listAbleApprovers(rule).length < countRequired(rule))
    throw fieldError('rule.approvers', 'must name enough people who are not removed')
}
