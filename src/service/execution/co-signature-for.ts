import type { Address, Hex } from 'viem'
import { coSignatureFor as readApproval } from '#service/approvals/co-signature-for.ts'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { signAsPolicySigner } from '#service/organizations/policy-signer.ts'
import type { BeforeStored } from '#service/policies/require-policies.ts'

/** A stored call, or one that is stored in the same database transaction, and the co-signer of its wallet. */
export type CoSignatureRequest = {
  transactionId: string
  organizationId: string
  coSigner: Address
  digest: Hex
}

/**
 * The co-signature that the service can provide for a call: that of the organization's policy signer, or the one that the
 * end-user gave with the approval. Undefined if there is none. The policies are checked here once more, so that no key signs
 * what they refuse.
 *
 * @param beforeStored The check of the policies that are concerned by other calls. Undefined if there are none.
 * @throws Whatever `beforeStored` throws
 */
export async function coSignatureFor(
  ctx: Pick<Context, 'settings'>,
  trx: Transaction,
  request: CoSignatureRequest,
  beforeStored: BeforeStored | undefined,
): Promise<Hex | undefined> {
  await beforeStored?.(trx)
  return (
    (await signAsPolicySigner(ctx, trx, request)) ?? (await readApproval({ db: trx }, request.transactionId))
  )
}
