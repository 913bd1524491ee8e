import { sql } from 'kysely'
import { encodeFunctionData } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { databaseNow } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { findPolicySigner } from '#service/organizations/policy-signer.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

/** Calldata of the objection, which the co-signer sends to the wallet. */
export const OBJECT_TO_REMOVAL = encodeFunctionData({
  abi: passkeyWalletAbi,
  functionName: 'objectToRemoval',
})

/**
 * `POST /v1/org/wallets/{address}/objection`: has the organization's policy signer object to its removal, which then
 * takes effect 30 days after its start. The objection is stored here, and `sendObjections` sends it. A repeated request
 * returns the same response until the objection is on the chain.
 *
 * @throws WALLET_NOT_OWNED; CONFLICT if there is nothing to object to; CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const objectToRemoval: Operation<'objectToRemoval', HasChain & HasDatabase> = async (
  ctx,
  { organizationId },
  { params },
) => {
  const { address } = await requireOwnWallet(ctx, organizationId, params.address)
  const { coSigner, coSignerUntilSeconds: until } = (await readAuthority(ctx.chain, address)) ?? {}
  const policySigner = await findPolicySigner(ctx.db, organizationId)
  if (coSigner === undefined || policySigner === undefined || !sameAddress(coSigner, policySigner))
    throw apiError('CONFLICT', 'The wallet’s co-signer is not the organization’s policy signer')
  if (until === undefined) throw apiError('CONFLICT', 'No removal of the policy signer is under way')
  const objection = { from: lowerCase(coSigner), to: lowerCase(address), data: OBJECT_TO_REMOVAL }
  const simulated = await simulateCall(ctx.chain.rpc, objection, 'latest')
  if (!simulated.ok) throw apiError('CONFLICT', 'The policy signer has objected to this removal already')
  await ctx.db
    .insertInto('removal_objections')
    .values({
      wallet_address: objection.to,
      removal_ends_at: String(until),
      organization_id: organizationId,
      co_signer: objection.from,
    })
    // The simulation has proved that the objection is not on the chain, so a finished row is opened again. An open
    // row keeps its attempts, and with them its raised fees.
    .onConflict((conflict) =>
      conflict.columns(['wallet_address', 'removal_ends_at']).doUpdateSet({
        done_at: null,
        attempts: sql`case when removal_objections.done_at is null then removal_objections.attempts else 0 end`,
        due_at: databaseNow,
      }),
    )
    .execute()
  await notify(ctx.db, 'objections', '')
  return { success: true }
}
