import { notFound } from '#server-kit/http/http-error.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { ownAddress } from './create-policy.ts'
import { policyAnswer, storedRule } from './list-policies.ts'

/**
 * `PUT /v1/org/policies/{policyId}`: changes what is given. Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED alike for another organization's wallet and for none at all
 * @throws NOT_FOUND alike for another organization's policy and for none at all
 */
export const updatePolicy: Operation<'updatePolicy', 'db' | 'clock'> = async (ctx, caller, input) => {
  const { organizationId } = caller
  const { name, enabled, walletAddress, rule } = input.body
  const row = await ctx.db
    .updateTable('policies')
    .set({
      name,
      enabled,
      wallet_address:
        walletAddress === undefined ? undefined : await ownAddress(ctx, organizationId, walletAddress),
      rule: rule && JSON.stringify(storedRule(rule)),
      updated_at: ctx.clock.now(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', input.params.policyId.toLowerCase())
    .returningAll()
    .executeTakeFirstOrThrow(notFound)
  return policyAnswer(row)
}

/**
 * `DELETE /v1/org/policies/{policyId}`: deletes a policy, and answers what it was. Source: ADR 0014.
 *
 * @throws NOT_FOUND alike for another organization's policy and for none at all
 */
export const deletePolicy: Operation<'deletePolicy', 'db'> = async (ctx, { organizationId }, { params }) => {
  const row = await ctx.db
    .deleteFrom('policies')
    .where('organization_id', '=', organizationId)
    .where('id', '=', params.policyId.toLowerCase())
    .returningAll()
    .executeTakeFirstOrThrow(notFound)
  return policyAnswer(row)
}
