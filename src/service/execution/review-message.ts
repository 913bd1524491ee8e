import { messageDigest } from '#protocol/signing/message-digest.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { policyMessage } from '#service/policies/policy-subject.ts'
import { previewPolicies } from '#service/policies/preview-policies.ts'
import { readExecution } from './read-execution.ts'
import { isAnother, storedRequester } from './requester.ts'
import { requireReadable } from './require-readable.ts'

/**
 * `POST /messages/review`: what the policies would do with a message that is not signed yet. The checks are those of
 * `POST /messages`.
 *
 * @throws WALLET_NOT_OWNED; VALIDATION_FAILED for a message that cannot be read or may be a transaction
 */
export const reviewMessage: Operation<'reviewMessage'> = async (ctx, caller, { body }) => {
  const { organizationId } = caller
  const { wallet, policies, fee, approverId } = await readExecution(ctx, organizationId, body.walletAddress)
  const read = await requireReadable(ctx, organizationId, { ...body, walletAddress: wallet.address })
  const verdict = await previewPolicies(ctx, {
    organizationId,
    subject: policyMessage(wallet.address, read),
    digest: messageDigest(ctx.chain.id, wallet.address, read.hash),
    policies,
    charged: fee,
    endUserId: approverId,
    isEligible: isAnother(storedRequester(caller)),
  })
  return { policies: verdict }
}
