import { sql, type Selectable } from 'kysely'
import { sentMessageSchema } from '#protocol/held-messages.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import { findFee } from '#service/organizations/fee-settings.ts'
import { policyMessage } from '#service/policies/policy-subject.ts'
import {
  endUserApproverId,
  holdingPolicies,
  requireApprovals,
  requirePolicies,
  type BeforeStored,
  type GivenApprovals,
  type HoldingPolicy,
} from '#service/policies/require-policies.ts'
import { readSentMessage } from './read-sent-message.ts'
import type { ApprovalTables } from './tables.ts'

type Held = Pick<
  Selectable<ApprovalTables['held_messages']>,
  'id' | 'organization_id' | 'wallet_address' | 'message' | 'origin' | 'digest'
>
type Facts = { end_user_id: string | null; policies: HoldingPolicy[] | null }

/**
 * Checks a held message once more before it is approved. A policy that was created or changed meanwhile
 * applies too, and the approvers must still suffice.
 *
 * @throws POLICY_REFUSED; ALREADY_DECIDED if the wallet's end-user has enrolled meanwhile
 */
export async function recheckMessage(
  ctx: HasChain & HasClock & HasDatabase,
  held: Held,
  given: GivenApprovals,
): Promise<BeforeStored | undefined> {
  const { organization_id: organizationId, wallet_address: walletAddress, origin, digest } = held
  const { rows } = await sql<Facts>`
    select ${endUserApproverId('held', 'wallet_address')} as end_user_id,
      ${holdingPolicies('held', 'wallet_address')} as policies
    from held_messages as held where held.id = ${held.id}`.execute(ctx.db)
  const { end_user_id: endUserId = null, policies } = rows[0] ?? {}
  if (endUserId !== null && !given.approvedBy.includes(endUserId)) {
    throw apiError(
      'ALREADY_DECIDED',
      'The end-user of this wallet has enrolled since and decides from now on',
    )
  }
  const message = sentMessageSchema.parse(JSON.parse(held.message))
  const read = await readSentMessage(ctx, organizationId, { walletAddress, message, origin })
  if (read === undefined) throw new Error('A held message can no longer be read')
  const subject = policyMessage(walletAddress, read)
  const charged = await findFee(ctx.db, organizationId)
  const checked = { organizationId, digest, subject, charged, policies: policies ?? [] }
  requireApprovals(checked, given)
  return requirePolicies(ctx, checked)
}
