import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import { POLICIES_MAX } from '#protocol/limits.ts'
import type { Policy, POLICY_ENDPOINTS, PolicyRule } from '#protocol/policies.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { requireRoom, type Transaction } from '#service/db/database.ts'
import type { InputOf } from '#service/http/endpoint-types.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { policyAnswer, selectPolicies, storedRule } from './list-policies.ts'
import { requireDifferentPeople } from './require-people.ts'

/**
 * `POST /v1/org/policies`: creates a policy. It applies to calls executed from now on, and to held calls when
 * they are sent. Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED for another organization's wallet and for an unknown one
 * @throws VALIDATION_FAILED for an amount of a collection, and for a person who is named twice
 * @throws CONFLICT if the organization has 50 policies
 */
export async function createPolicy(
  ctx: HasDatabase & HasClock,
  { organizationId }: Caller,
  { body }: InputOf<typeof POLICY_ENDPOINTS.createPolicy>,
  invite: InviteApprovers,
): Promise<Policy> {
  await requireDifferentPeople(ctx, { organizationId, rule: body.rule })
  await requireCoin(ctx, organizationId, body.rule)
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
    await trx.insertInto('policies').values(values).execute()
    return storedPolicy(trx, { organizationId, id: values.id }, invite)
  })
}

/** Invites the people whom a policy's rule names, and who have not enrolled yet, to the approval app. */
export type InviteApprovers = (trx: Transaction, organizationId: string, rule: PolicyRule) => Promise<void>

/**
 * Returns the response about a policy that was just stored, and invites the people whom it names. @throws
 * NOT_FOUND
 */
export async function storedPolicy(
  trx: Transaction,
  { organizationId, id }: { organizationId: string; id: string },
  invite: InviteApprovers,
): Promise<Policy> {
  const row = await selectPolicies(trx, organizationId).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  if (row.enabled) await invite(trx, organizationId, row.rule)
  return policyAnswer(row)
}

/**
 * Rejects an amount of a listed collection. The numbers of a collection are ids, and the item 0 would pass every
 * limit.
 *
 * @throws VALIDATION_FAILED
 */
export async function requireCoin(
  { db }: HasDatabase,
  organizationId: string,
  rule: PolicyRule | undefined,
): Promise<void> {
  if (rule === undefined || rule.kind === 'recipients') return
  const listed = selectAllowed(db, organizationId).where('address', '=', lowerCase(rule.tokenAddress))
  const token = await listed.executeTakeFirst()
  if (token === undefined || token.standard === 'erc20') return
  throw fieldError('rule.tokenAddress', 'must be an ERC-20 token: NFTs have no amounts')
}

/** Returns the wallet of a policy, in lower case. Null means all wallets. @throws WALLET_NOT_OWNED */
export async function ownAddress(
  ctx: HasDatabase,
  organizationId: string,
  address?: string | null,
): Promise<Hex | null> {
  return address ? lowerCase((await requireOwnWallet(ctx, organizationId, address)).address) : null
}
