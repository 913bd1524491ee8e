import { randomUUID } from 'node:crypto'
import { POLICIES_MAX } from '#protocol/limits.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import { requireRoom } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { policyAnswer, storedRule } from './list-policies.ts'

/**
 * `POST /v1/org/policies`: creates a policy. It holds for what is executed from now on, and for what is held when it is
 * sent. Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED alike for another organization's wallet and for none at all
 * @throws CONFLICT when the organization has 50 policies
 */
export const createPolicy: Operation<'createPolicy', 'db' | 'clock'> = async (ctx, caller, { body }) => {
  const { organizationId } = caller
  const now = ctx.clock.now()
  const values = {
    id: randomUUID(),
    organization_id: organizationId,
    wallet_address: await ownAddress(ctx, organizationId, body.walletAddress),
    name: body.name,
    enabled: body.enabled ?? true,
    rule: JSON.stringify(storedRule(body.rule)),
    created_at: now,
    updated_at: now,
  }
  return ctx.db.transaction().execute(async (trx) => {
    const refusal = `An organization has at most ${POLICIES_MAX} policies. Delete one first.`
    await requireRoom(trx, organizationId, { table: 'policies', max: POLICIES_MAX, refusal })
    return policyAnswer(
      await trx.insertInto('policies').values(values).returningAll().executeTakeFirstOrThrow(),
    )
  })
}

/** The wallet that a policy is for, in lower case; absent: all. @throws WALLET_NOT_OWNED */
export async function ownAddress(ctx: Pick<Context, 'db'>, organizationId: string, address?: string | null) {
  return address ? lowerCase((await requireOwnWallet(ctx, organizationId, address)).address) : null
}
