import type { Address, Hex } from 'viem'
import type { HasSecretKeys } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { signWithSealedKey } from '#service/organizations/policy-signer.ts'
import type { BeforeStored } from '#service/policies/require-policies.ts'

/**
 * A call and the co-signer of its wallet. The call is already stored, or is stored in the same database
 * transaction.
 */
export type CoSignatureRequest = {
  transactionId: string
  organizationId: string
  coSigner: Address
  digest: Hex
}

/**
 * Returns the co-signature of the organization's sealed policy signer for a call. Undefined if the co-signer
 * is another address. Checks daily limits once more, so that only one of two concurrent calls for the rest of
 * a limit is signed. The other rules were checked when the call was accepted.
 *
 * @param beforeStored The check of policies that depend on other calls. Undefined if there are none.
 * @throws every error of `beforeStored`
 */
export async function coSignatureFor(
  ctx: HasSecretKeys,
  trx: Transaction,
  request: CoSignatureRequest,
  beforeStored: BeforeStored | undefined,
): Promise<Hex | undefined> {
  await beforeStored?.(trx)
  return signWithSealedKey(ctx, trx, request)
}
