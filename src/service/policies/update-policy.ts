import { isPolicyLoosened } from '#protocol/loosening.ts'
import type { Policy, POLICY_ENDPOINTS } from '#protocol/policies.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { RaiseLoosening } from '#service/alerts/raise-loosening.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import { ownAddress, requireCoin, storedPolicy, type InviteApprovers } from './create-policy.ts'
import { policyAnswer, selectPolicies, storedRule } from './list-policies.ts'
import { requireDifferentPeople, requireNoneRemoved } from './require-people.ts'

/** `invite`: invites the people whom the policy names. `raise`: raises the alert if the policy was loosened. */
type PolicyChange = { invite: InviteApprovers; raise: RaiseLoosening }

/**
 * `PUT /v1/org/policies/{policyId}`: changes the given fields. A loosened policy raises an alert (ADR 0028).
 * Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED for another organization's wallet and for an unknown one
 * @throws NOT_FOUND for another organization's policy and for an unknown one
 * @throws VALIDATION_FAILED for an amount of a collection, for a person who is named twice, and for a member who was
 * removed after the caller read the policy
 */
export async function updatePolicy(
  ctx: HasClock & HasDatabase,
  caller: Caller,
  { params, body }: InputOf<typeof POLICY_ENDPOINTS.updatePolicy>,
  { invite, raise }: PolicyChange,
): Promise<Policy> {
  const { organizationId } = caller
  const now = ctx.clock.now()
  const { name, enabled, walletAddress, rule, updatedAtDatetime: readAt } = body
  const id = params.policyId.toLowerCase()
  await requireDifferentPeople(ctx, { organizationId, rule, policyId: id })
  await requireCoin(ctx, organizationId, rule)
  const values = {
    name,
    enabled,
    wallet_address:
      walletAddress === undefined ? undefined : await ownAddress(ctx, organizationId, walletAddress),
    rule: rule && JSON.stringify(storedRule(rule)),
    updated_at: now,
  }
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockPolicy(trx, organizationId, id)
    requireNoneRemoved(before, { rule, readAt })
    await trx.updateTable('policies').set(values).where('id', '=', id).execute()
    const after = await storedPolicy(trx, { organizationId, id }, invite)
    if (isPolicyLoosened(before, after)) await raise(trx, caller, loosened(before), now)
    return after
  })
}

/**
 * `DELETE /v1/org/policies/{policyId}`: deletes a policy and returns it. Deleting an enabled one raises an
 * alert (ADR 0028). Source: ADR 0014.
 *
 * @throws NOT_FOUND for another organization's policy and for an unknown one
 */
export async function deletePolicy(
  ctx: HasClock & HasDatabase,
  caller: Caller,
  { params }: InputOf<typeof POLICY_ENDPOINTS.deletePolicy>,
  raise: RaiseLoosening,
): Promise<Policy> {
  const id = params.policyId.toLowerCase()
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockPolicy(trx, caller.organizationId, id)
    await trx.deleteFrom('policies').where('id', '=', id).execute()
    if (isPolicyLoosened(before, undefined)) await raise(trx, caller, loosened(before), ctx.clock.now())
    return before
  })
}

/**
 * Reads the policy and locks it until the transaction ends, so that the second of two concurrent changes sees
 * the first. @throws NOT_FOUND
 */
async function lockPolicy(trx: Transaction, organizationId: string, id: string): Promise<Policy> {
  const own = selectPolicies(trx, organizationId).where('id', '=', id)
  return policyAnswer(await own.forUpdate().executeTakeFirstOrThrow(notFound))
}

/**
 * Returns the alert for a loosened policy. It contains the name before the change, because people know that
 * name.
 */
function loosened({ id, name }: Policy) {
  return { kind: 'policy-loosened', subject: id, name } as const
}
