import type { Hex } from 'viem'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import type { ChargedFee } from '#service/organizations/fee-settings.ts'
import type { PolicySubject } from './evaluate-rule.ts'
import {
  findApprovers,
  policiesWantingApproval,
  requirePolicies,
  requirePoliciesUnlocked,
  type ChoosePeople,
  type HoldingPolicy,
} from './require-policies.ts'

type Previewed = {
  organizationId: string
  /** The call or message as it would be signed. */
  subject: PolicySubject
  /** The digest that would be signed. Stored rows with the same digest do not count toward a daily limit. */
  digest: Hex
  policies: readonly HoldingPolicy[]
  /** The fee that the organization charges at present. */
  charged: ChargedFee | undefined
  /** The enrolled end-user who approves every call of the wallet. */
  endUserId: string | undefined
  choosePeople: ChoosePeople
  /** Whether the same message is pending or was approved already. Daily limits were checked when it was stored. */
  isStored?: boolean
}

/**
 * Returns the verdict of the policies on an unsigned call or message. It makes the checks of an execution or of a
 * signed message, and a refusal is the verdict. Nothing is stored or locked, so transactions sent meanwhile can
 * change the outcome of a daily limit.
 */
export async function previewPolicies(
  ctx: HasChain & HasClock & HasDatabase,
  { organizationId, subject, digest, policies, charged, endUserId, choosePeople, isStored }: Previewed,
): Promise<PolicyVerdict> {
  try {
    const approvable = { subject, policies }
    const checked = { ...approvable, organizationId, digest, charged }
    if (isStored === true) requirePolicies(ctx, checked)
    else await requirePoliciesUnlocked(ctx, checked)
    if (endUserId !== undefined) return { outcome: 'needs-approval', by: 'end-user' }
    const asked = findApprovers(approvable, choosePeople)
    const [wanting] = policiesWantingApproval(approvable)
    if (asked === undefined || wanting === undefined) return { outcome: 'passes' }
    const [first] = asked.approvers
    const named = first?.administratorId ? { administratorId: first.administratorId } : {}
    const approvers = asked.approvers.map(({ name, administratorId }) => ({
      ...(name !== null && { name }),
      ...(administratorId !== null && { administratorId }),
    }))
    const { id: policyId, name: policyName } = wanting
    const by = { by: 'administrator', policyId, policyName, ...named } as const
    return { outcome: 'needs-approval', ...by, approvalsRequired: asked.required, approvers }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'POLICY_REFUSED') throw error
    const { policyId = '', policyName = '' } = error.details ?? {}
    return { outcome: 'blocked', policyId, policyName, reason: error.publicMessage }
  }
}
