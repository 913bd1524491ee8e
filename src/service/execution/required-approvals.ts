import type { Asked } from '#service/approvals/asked-approvers.ts'
import type { PolicySubject } from '#service/policies/evaluate-rule.ts'
import { findApprovers, type ChoosePeople, type HoldingPolicy } from '#service/policies/require-policies.ts'
import type { Exemption } from './exempt-call.ts'
import type { Execution } from './read-execution.ts'

/** `policies` check the call. `endUserId`: the end-user who approves it. Undefined if no end-user does. */
export type RequiredApprovals = { policies: readonly HoldingPolicy[]; endUserId: string | undefined }

/**
 * Returns the approvals and the policies that a call needs, for the execution and for its preview. A call that starts
 * the removal of the co-signer needs none. A call that protects a wallet needs none if the wallet has no co-signer.
 * `hasCoSigner`: whether the wallet has a co-signer now.
 */
export function requiredApprovals(
  { policies, approverId }: Pick<Execution, 'policies' | 'approverId'>,
  exemption: Exemption | undefined,
  hasCoSigner: boolean,
): RequiredApprovals {
  const isExempt = exemption === 'removal' || (exemption === 'protects' && !hasCoSigner)
  return isExempt ? { policies: [], endUserId: undefined } : { policies, endUserId: approverId }
}

/**
 * Finds the people who decide about a call or a message: the enrolled end-user, or everyone whom the policies ask,
 * except the requester. Undefined if it needs no approval.
 *
 * @throws POLICY_REFUSED if there are fewer such people than the policies require
 */
export function findAsked(
  { subject, policies, endUserId }: RequiredApprovals & { subject: PolicySubject },
  choosePeople: ChoosePeople,
): Asked | undefined {
  return endUserId === undefined ? findApprovers({ subject, policies }, choosePeople) : { endUserId }
}
