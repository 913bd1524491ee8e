import { messageStatus } from '#service/approvals/held-messages.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { policyMessage } from '#service/policies/policy-subject.ts'
import { previewPolicies } from '#service/policies/preview-policies.ts'
import { findHeldMessage, isStillHeldFor } from './find-held-message.ts'
import { findOtherApprovers } from './other-approvers.ts'
import { presentMessageDigest } from './present-message-digest.ts'
import { readExecution } from './read-execution.ts'
import { requireReadable } from './require-readable.ts'

/**
 * `POST /messages/review`: what the policies would do with an unsigned message. The checks are those of `POST
 * /messages`, so an earlier approval of the same message for the same page counts here too.
 *
 * @throws WALLET_NOT_OWNED; VALIDATION_FAILED for a message that cannot be read or may be a transaction
 */
export const reviewMessage: Operation<'reviewMessage', HasChain & HasClock & HasDatabase> = async (
  ctx,
  caller,
  { body },
) => {
  const { organizationId } = caller
  const execution = await readExecution(ctx, organizationId, body.walletAddress)
  const { wallet, policies, fee, approverId } = execution
  const read = await requireReadable(ctx, organizationId, { ...body, walletAddress: wallet.address })
  const subject = policyMessage(wallet.address, read)
  const { digest } = await presentMessageDigest(ctx, execution, read.hash)
  const held = await findHeldMessage(ctx.db, { organizationId, digest, origin: body.origin })
  const counts = held !== undefined && isStillHeldFor({ subject, policies, endUserId: approverId }, held)
  const verdict = await previewPolicies(ctx, {
    organizationId,
    subject,
    digest,
    policies,
    charged: fee,
    endUserId: approverId,
    choosePeople: await findOtherApprovers(ctx, caller, execution),
    isStored: counts,
  })
  const isApproved = counts && messageStatus(held) === 'APPROVED' && verdict.outcome === 'needs-approval'
  return { policies: isApproved ? { outcome: 'passes' } : verdict }
}
