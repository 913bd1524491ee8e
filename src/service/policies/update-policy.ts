import { notFound } from '#server-kit/http/http-error.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { Policy } from '#protocol/policies.ts'
import { ownAddress, requireCoin, storedPolicy, type InviteApprovers } from './create-policy.ts'
import { policyAnswer, selectPolicies, storedRule } from './list-policies.ts'

/**
 * `PUT /v1/org/policies/{policyId}`: changes what is given. Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED alike for another organization's wallet and for none at all
 * @throws NOT_FOUND alike for another organization's policy and for none at all
 * @throws VALIDATION_FAILED for an amount of a collection
 */
export async function updatePolicy(
  ...given: [...Parameters<Operation<'updatePolicy', 'db' | 'clock'>>, invite: InviteApprovers]
): Promise<Policy> {
  const [ctx, { organizationId }, { params, body }, invite] = given
  const { name, enabled, walletAddress, rule } = body
  await requireCoin(ctx, organizationId, rule)
  const id = params.policyId.toLowerCase()
  const values = {
    name,
    enabled,
    wallet_address:
      walletAddress === undefined ? undefined : await ownAddress(ctx, organizationId, walletAddress),
    rule: rule && JSON.stringify(storedRule(rule)),
    updated_at: ctx.clock.now(),
  }
  return ctx.db.transaction().execute(async (trx) => {
    const own = trx.updateTable('policies').where('organization_id', '=', organizationId)
    await own.set(values).where('id', '=', id).execute()
    return storedPolicy(trx, { organizationId, id }, invite)
  })
}

/**
 * `DELETE /v1/org/policies/{policyId}`: deletes a policy, and answers what it was. Source: ADR 0014.
 *
 * @throws NOT_FOUND alike for another organization's policy and for none at all
 */
export const deletePolicy: Operation<'deletePolicy', 'db'> = async (ctx, { organizationId }, { params }) => {
  const id = params.policyId.toLowerCase()
  return ctx.db.transaction().execute(async (trx) => {
    const row = await selectPolicies(trx, organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(notFound)
    await trx.deleteFrom('policies').where('id', '=', id).execute()
    return policyAnswer(row)
  })
}
