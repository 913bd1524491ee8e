import type { OrganizationToken } from '#protocol/org/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { organizationTokenAnswer } from './organization-token-answer.ts'

/**
 * `GET /v1/org/tokens`: the organization's list as `GET /tokens/allowed` has it, with where each token comes from, and
 * behind it the default tokens that the organization has removed.
 */
export async function listOrganizationTokens(
  ctx: Pick<Context, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
): Promise<OrganizationToken[]> {
  const [allowed, removed] = await Promise.all([
    ctx.db
      .selectFrom('organization_allowed_tokens')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('own')
      .orderBy('position')
      .execute(),
    ctx.db
      .selectFrom('allowed_tokens')
      .innerJoin('organization_tokens as changed', 'changed.address', 'allowed_tokens.address')
      .selectAll('allowed_tokens')
      .where('changed.organization_id', '=', organizationId)
      .where('changed.removed', '=', true)
      .orderBy('allowed_tokens.position')
      .execute(),
  ])
  return [
    ...allowed.map((row) => organizationTokenAnswer(row)),
    ...removed.map((row) => organizationTokenAnswer({ ...row, own: false }, true)),
  ]
}
