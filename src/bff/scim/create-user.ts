import { randomUUID } from 'node:crypto'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type {
  HasDatabase,
  HasLimits,
  HasLog,
  HasMailer,
  HasPublicUrl,
  WritesAudit,
} from '#bff/context-parts.ts'
import { lockMembers } from '#bff/members/with-member.ts'
import { SCIM_ENDPOINTS } from '#protocol/scim.ts'
import { admitUser } from './admit-user.ts'
import { userEntry } from './describe-user.ts'
import type { ScimAsked } from './find-connection.ts'
import { mailUser } from './mail-user.ts'
import { readScimBody } from './scim-response.ts'
import { readUser } from './user-attributes.ts'
import { respondUser } from './user-resource.ts'
import { findUser, requireFree, toColumns } from './user-store.ts'

/**
 * `POST /Users`: provisions a person, who becomes a member by the mailed invitation. The member with the same address
 * becomes this user without one. An inactive user is only stored.
 *
 * @throws invalidValue, uniqueness, RATE_LIMITED
 */
export async function createUser(
  asked: ScimAsked<HasDatabase & HasLimits & HasLog & HasMailer & HasPublicUrl & WritesAudit>,
): Promise<Response> {
  const { ctx, exchange, organization, by } = asked
  const attributes = readUser(await readScimBody(exchange.req.raw))
  const [action] = SCIM_ENDPOINTS.createUser.action
  const now = ctx.clock.now()
  const id = randomUUID()
  const { user, invitation } = await ctx.db.transaction().execute(async (trx) => {
    await lockMembers(trx, organization.id)
    await requireFree(trx, organization.id, attributes, id)
    const first = { admin_id: null, version: 1, created_at: now, updated_at: now }
    await trx
      .insertInto('bff_scim_user')
      .values({ id, organization_id: organization.id, ...toColumns(attributes), ...first })
      .execute()
    const stored = await findUser(trx, organization.id, id)
    const invitation = attributes.active ? await admitUser(ctx, trx, stored) : undefined
    const user = await findUser(trx, organization.id, id)
    await recordAudit(ctx, trx, userEntry(by, action, user))
    return { user, invitation }
  })
  await mailUser(ctx, organization, user, invitation)
  return respondUser(ctx, 201, user)
}
