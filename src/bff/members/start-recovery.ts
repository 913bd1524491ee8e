import { randomUUID } from 'node:crypto'
import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasClock, HasDatabase, HasPublicUrl, WritesAudit } from '#bff/context-parts.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { listOrganizationIds } from '#bff/organizations/memberships.ts'
import type { AlertActor } from '#protocol/alerts.ts'
import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import type { RecoveryLink } from '#protocol/members.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { newSecret } from '#server-kit/secrets/new-secret.ts'
import { ownsEveryOrganization } from './open-recovery.ts'
import { hashRecovery } from './recovery-code.ts'
import { findMember } from './with-member.ts'

const LINK_CREATED = 'recovery-link-created'
/** Time for which a recovery link is valid, in seconds. */
export const RECOVERY_LINK_SECONDS = 86_400

/**
 * Creates a link with which a member who has lost their passkeys adds a new one. It works once, within a day, and
 * only while its sender is an owner of every organization of that person.
 *
 * @throws NOT_FOUND, RECOVERY_ELSEWHERE
 */
export const startRecovery: ConsoleOperation<'startRecovery', WritesAudit & HasDatabase & HasPublicUrl> = (
  asked,
) => {
  const { ctx, session, by, action, params } = asked
  const { memberId } = params
  return ctx.db.transaction().execute(async (trx) => {
    const member = await findMember(trx, session.organization.id, memberId)
    if (member === undefined) throw bffError('NOT_FOUND')
    if (!(await ownsEveryOrganization(trx, session.admin.id, memberId))) throw bffError('RECOVERY_ELSEWHERE')
    const link = await recoveryLink(ctx, trx, memberId, session.admin.id)
    await noteAccountEvent(trx, { kind: LINK_CREATED, adminId: memberId, ...actingPerson(asked) })
    const entry = { action, target: memberId, details: { name: member.name } }
    await recordAudit(ctx, trx, { ...by, ...entry })
    return link
  })
}

/** `latchkey admins recover`: creates a recovery link, recorded in the log of each organization of the person. */
export function startRecoveryByOperator(
  ctx: WritesAudit & HasDatabase & HasPublicUrl,
  adminId: string,
): Promise<RecoveryLink | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const organizationIds = await listOrganizationIds(trx, adminId)
    if (organizationIds.length === 0) return undefined
    const link = await recoveryLink(ctx, trx, adminId, null)
    const by: AlertActor = { kind: 'operator', id: '', name: '' }
    await noteAccountEvent(trx, { kind: LINK_CREATED, adminId, by, device: null, at: ctx.clock.now() })
    const { action } = MEMBER_ENDPOINTS.startRecovery
    const entry = { actor: null, action, target: adminId, requestId: randomUUID() }
    for (const organizationId of organizationIds)
      await recordAudit(ctx, trx, { organizationId, ...entry, details: { by: 'operator' } })
    return link
  })
}

/**
 * Creates a recovery link and ends earlier links of the same person. `starterId` is null for the server's operator.
 */
async function recoveryLink(
  { clock, settings }: HasClock & HasPublicUrl,
  db: BffDatabase,
  adminId: string,
  starterId: string | null,
): Promise<RecoveryLink> {
  const token = newSecret()
  const expiresAt = secondsAfter(clock.now(), RECOVERY_LINK_SECONDS)
  await db.deleteFrom('bff_recovery').where('admin_id', '=', adminId).where('kind', '=', 'link').execute()
  await db
    .insertInto('bff_recovery')
    .values({
      token_hash: hashRecovery(token),
      admin_id: adminId,
      kind: 'link',
      started_by_id: starterId,
      created_at: clock.now(),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  // The token is in the fragment, which browsers never send to a server.
  return { link: `${settings.publicUrl}/recover#token=${token}`, expiresAtDatetime: expiresAt.toISOString() }
}
