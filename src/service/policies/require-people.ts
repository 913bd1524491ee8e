import { isSameMailbox } from '#protocol/email-address.ts'
import {
  countRequired,
  listAbleApprovers,
  type Policy,
  type PolicyApprover,
  type PolicyRule,
} from '#protocol/policies.ts'
import { groupByMailbox, listPaths, listRepeated } from '#protocol/repeated-approvers.ts'
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

/**
 * Rejects a rule that names a person again who was removed after its author read the policy. Otherwise, a form that
 * was open meanwhile would restore their power unnoticed.
 *
 * @param before The stored policy, locked
 * @param readAt `updatedAtDatetime` of the policy as its author read it. Undefined if they did not state it.
 * @throws VALIDATION_FAILED
 */
export function requireNoneRemoved(
  before: Policy,
  { rule, readAt }: { rule: PolicyRule | undefined; readAt: string | undefined },
): void {
  if (rule?.kind !== 'approval' || before.rule.kind !== 'approval') return
  const isChanged = readAt !== undefined && Date.parse(readAt) !== Date.parse(before.updatedAtDatetime)
  if (!isChanged) return
  const removed = before.rule.approvers.filter((one) => one.removed === true)
  const errors = listPaths(rule.approvers).flatMap(({ path, one }) =>
    removed.some((other) => isSamePerson(one, other))
      ? [{ path, message: 'must not be a member who was removed in the meantime' }]
      : [],
  )
  if (errors.length > 0) throw validationError(errors)
}

function isSamePerson(one: PolicyApprover, other: PolicyApprover): boolean {
  const isSameMember = one.administratorId !== undefined && one.administratorId === other.administratorId
  return isSameMember || isSameMailbox(one.email, other.email)
}
