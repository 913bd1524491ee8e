import { recordAudit } from '#bff/audit/record-audit.ts'
import type {
  CallsService,
  HasDatabase,
  HasLimits,
  HasLog,
  HasMailer,
  HasPublicUrl,
  WritesAudit,
} from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { endInvitations } from '#bff/members/end-invitations.ts'
import { removePowerToApprove } from '#bff/members/end-membership.ts'
import { keepAnOwner, lockMembers } from '#bff/members/with-member.ts'
import type { Organization } from '#bff/ports.ts'
import { SCIM_ENDPOINTS } from '#protocol/scim.ts'
import { admitUser, dismissUser, type NewInvitation } from './admit-user.ts'
import { changedAttributes, userEntry } from './describe-user.ts'
import type { ScimAsked } from './find-connection.ts'
import { mailUser } from './mail-user.ts'
import { readPatch } from './read-patch.ts'
import { readScimBody } from './scim-response.ts'
import { applyChanges, readUser, type UserAttributes } from './user-attributes.ts'
import { requireMatch, respondUser } from './user-resource.ts'
import { findUser, requireFree, storeUser, toAttributes, type ScimUser } from './user-store.ts'

type ChangesUsers = CallsService & HasDatabase & HasLimits & HasLog & HasMailer & HasPublicUrl & WritesAudit
type Asked = ScimAsked<ChangesUsers>

type Change = {
  /** Returns the user's attributes after the change. */
  apply: (before: UserAttributes) => UserAttributes
  /** Whether the request says that the user is inactive. Their membership then ends, whatever was stored. */
  dismisses: boolean
}

/** `PUT /Users/{id}`. A request without `active` keeps it, so that it lets nobody in. @throws as `patchUser` */
export async function replaceUser(asked: Asked): Promise<Response> {
  const { isActiveSent, ...attributes } = readUser(await readScimBody(asked.exchange.req.raw))
  return changeUser(asked, {
    apply: ({ active }) => ({ ...attributes, active: isActiveSent ? attributes.active : active }),
    dismisses: isActiveSent && !attributes.active,
  })
}

/**
 * `PATCH /Users/{id}`. @throws NOT_FOUND, LAST_OWNER, 412, RATE_LIMITED, the types of `readPatch`, uniqueness; the
 * service's error, and then nothing is changed
 */
export async function patchUser(asked: Asked): Promise<Response> {
  const changes = readPatch(await readScimBody(asked.exchange.req.raw))
  return changeUser(asked, {
    apply: (before) => applyChanges(before, changes),
    dismisses: changes.active === false,
  })
}

async function changeUser(asked: Asked, change: Change): Promise<Response> {
  const { ctx, exchange, organization } = asked
  const id = exchange.req.param('userId') ?? ''
  const before = await findUser(ctx.db, organization.id, id)
  requireMatch(exchange.req.raw, before)
  // Refused first, so that a member whose change is refused can still approve at the service.
  await requireFree(ctx.db, organization.id, change.apply(toAttributes(before)), id)
  if (change.dismisses) await prepareDismissal(ctx, organization, before)
  const { user, invitation } = await ctx.db.transaction().execute(async (trx) => {
    await lockMembers(trx, organization.id)
    const stored = await findUser(trx, organization.id, id)
    requireMatch(exchange.req.raw, stored)
    const invitation = await applyChange(asked, trx, stored, change)
    return { user: await findUser(trx, organization.id, id), invitation }
  })
  await mailUser(ctx, organization, user, invitation)
  return respondUser(ctx, 200, user, new URL(exchange.req.url).searchParams)
}

/**
 * Takes a member's power to approve at the service, before their membership ends. Checks first, so that the last owner
 * keeps it.
 *
 * @throws LAST_OWNER, the service's error
 */
export async function prepareDismissal(
  ctx: CallsService & HasDatabase,
  organization: Organization,
  { admin_id: memberId, role }: ScimUser,
): Promise<void> {
  if (memberId === null || role === null) return
  const member = { organizationId: organization.id, memberId }
  await ctx.db.transaction().execute((trx) => keepAnOwner(trx, member, role))
  await removePowerToApprove(ctx, organization, memberId)
}

async function applyChange(
  { ctx, by }: Asked,
  trx: BffTransaction,
  stored: ScimUser,
  { apply, dismisses }: Change,
): Promise<NewInvitation | undefined> {
  const before = toAttributes(stored)
  const after = apply(before)
  const changed = changedAttributes(before, after)
  const isMember = stored.role !== null
  if (changed.length === 0 && !(dismisses && isMember)) return undefined
  await requireFree(trx, stored.organization_id, after, stored.id)
  await storeUser(ctx, trx, stored, after)
  const needsInvitation = !isMember && (!before.active || after.email !== before.email)
  let invitation: NewInvitation | undefined
  if (dismisses) await dismissUser(ctx, trx, stored)
  else if (after.active && needsInvitation) invitation = await admitAgain(ctx, trx, stored, after)
  const [updated, deactivated, reactivated] = SCIM_ENDPOINTS.patchUser.action
  const active = after.active && !before.active ? reactivated : updated
  const entry = userEntry(by, dismisses ? deactivated : active, stored)
  const details = { ...entry.details, ...(changed.length > 0 && { changed: changed.join(', ') }) }
  await recordAudit(ctx, trx, { ...entry, details })
  return invitation
}

/** Admits a user under their new attributes. Invitations to an earlier address end. */
async function admitAgain(
  ctx: ChangesUsers,
  trx: BffTransaction,
  stored: ScimUser,
  { email }: UserAttributes,
): Promise<NewInvitation | undefined> {
  if (email !== stored.email)
    await endInvitations(ctx, trx, { organizationId: stored.organization_id, email: stored.email })
  return admitUser(ctx, trx, { ...stored, email })
}
