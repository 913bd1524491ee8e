import type { HoldingPolicy } from '#service/policies/require-policies.ts'
import type { Exemption } from './exempt-call.ts'
import type { Execution } from './read-execution.ts'

/** `policies` check the call. `endUserId`: the end-user who approves it. Undefined if no end-user does. */
export type RequiredApprovals = { policies: readonly HoldingPolicy[]; endUserId: string | undefined }

/**
 * Returns the approvals and the policies that a call needs, for the execution and for its preview. The start
 * of a removal needs none. A call that protects a wallet needs none if the wallet has no co-signer.
 * `hasCoSigner`: whether the wallet has one now.
 */
export function requiredApprovals(
  { policies, approverId }: Pick<Execution, 'policies' | 'approverId'>,
  exemption: Exemption | undefined,
  hasCoSigner: boolean,
): RequiredApprovals {
  const isExempt = exemption === 'removal' || (exemption === 'protects' && !hasCoSigner)
  return isExempt ? { policies: [], endUserId: undefined } : { policies, endUserId: approverId }
}
