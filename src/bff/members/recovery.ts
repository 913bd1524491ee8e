import { randomInt, randomUUID } from 'node:crypto'
import {
  type RecoveryCodes,
  type RecoveryCodesLeft,
  type RecoveryLink,
  joinRequestSchema,
  joinVerifyRequestSchema,
} from '#protocol/members.ts'
import type { AlertActor } from '#protocol/alerts.ts'
import { actingPerson, administrator, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Route, Asked, BffDatabase, BffTransaction } from '#bff/context.ts'
import { bffError, openRoute, type Opened } from '#bff/http/exchange.ts'
import { memberOf, type Change } from './change-members.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import {
  createSession,
  deviceOf,
  lastOrganizationOf,
  organizationIdsOf,
  selectSessions,
} from '#bff/sessions/session.ts'
import { beginCeremony, descriptorsOf, takeCeremony } from '#bff/sessions/ceremony.ts'
import {
  passkeyName,
  personOf,
  registrationOptions,
  storePasskey,
  verifyRegistration,
} from '#bff/sessions/registration.ts'
import { signedInAnswer } from '#bff/sessions/signed-in-answer.ts'

const LINK_CREATED = 'recovery-link-created'
/** Account event of a used code or link, and the reason for which it ends the person's other sessions. */
const USES = {
  code: { event: 'recovery-code-used', end: 'recovery-code' },
  link: { event: 'recovery-link-used', end: 'recovery-link' },
} as const

const CODES = 10
const LINK_SECONDS = 86_400
/** Crockford's base 32: without the letters that are read as others. A code has 100 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_GROUPS = 4
const GROUP_LENGTH = 5

/** `GET /api/account/recovery-codes`: how many of the person's codes are unused. */
export async function countRecoveryCodes({ ctx, session }: Asked): Promise<RecoveryCodesLeft> {
  const rows = await ctx.db
    .selectFrom('bff_recovery')
    .select('created_at')
    .where((row) => row.and({ admin_id: session.admin.id, kind: 'code', used_at: null }))
    .execute()
  return { left: rows.length, createdAtDatetime: rows[0]?.created_at.toISOString() ?? null }
}

/** `POST /api/account/recovery-codes`: ten new codes, in this answer only; the earlier ones end. */
export async function replaceRecoveryCodes(asked: Asked): Promise<RecoveryCodes> {
  const { ctx, session, by } = asked
  const adminId = session.admin.id
  const codes = Array.from({ length: CODES }, newCode)
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bff_admin').select('id').where('id', '=', adminId).forUpdate().execute()
    await trx.deleteFrom('bff_recovery').where('admin_id', '=', adminId).where('kind', '=', 'code').execute()
    const row = { admin_id: adminId, kind: 'code' as const, started_by_id: null, used_at: null }
    const times = { created_at: ctx.clock.now(), expires_at: null }
    const rows = codes.map((code) => ({ ...row, ...times, token_hash: hashRecovery(code) }))
    await trx.insertInto('bff_recovery').values(rows).execute()
    await noteAccountEvent(trx, { kind: 'recovery-codes-made', adminId, ...actingPerson(asked) })
    await recordAudit(ctx, trx, { ...by, action: 'passkey.codes-made', target: null, details: {} })
  })
  return { codes }
}

/**
 * `POST /api/members/{memberId}/recovery`: a link by which a member who lost their passkeys makes a new one. It works
 * once, for a day, while its sender is an owner of every organization of that person.
 *
 * @throws NOT_FOUND, RECOVERY_ELSEWHERE
 */
export function startRecovery(change: Change): Promise<RecoveryLink> {
  const { ctx, session, by, params } = change
  const { memberId } = params
  return ctx.db.transaction().execute(async (trx) => {
    const member = await memberOf(trx, session.organization.id, memberId)
    if (member === undefined) throw bffError('NOT_FOUND')
    if (!(await ownsAllOf(trx, session.admin.id, memberId))) throw bffError('RECOVERY_ELSEWHERE')
    const link = await recoveryLink(ctx, trx, memberId, session.admin.id)
    await noteAccountEvent(trx, { kind: LINK_CREATED, adminId: memberId, ...actingPerson(change) })
    const entry = { action: 'member.recovery-started', target: memberId, details: { name: member.name } }
    await recordAudit(ctx, trx, { ...by, ...entry })
    return link
  })
}

/** `latchkey admins recover`: a recovery link, recorded in the log of each organization of the person. */
export function startRecoveryByOperator(ctx: BffContext, adminId: string): Promise<RecoveryLink | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const organizationIds = await organizationIdsOf(trx, adminId)
    if (organizationIds.length === 0) return undefined
    const link = await recoveryLink(ctx, trx, adminId, null)
    const by: AlertActor = { kind: 'operator', id: '', name: '' }
    await noteAccountEvent(trx, { kind: LINK_CREATED, adminId, by, device: null, at: ctx.clock.now() })
    const entry = { actor: null, action: 'member.recovery-started', target: adminId, requestId: randomUUID() }
    for (const organizationId of organizationIds)
      await recordAudit(ctx, trx, { organizationId, ...entry, details: { by: 'operator' } })
    return link
  })
}

/** A new link, which ends earlier ones of the person. Its starter is null for the server's operator. */
async function recoveryLink(
  { clock, settings }: BffContext,
  db: BffDatabase,
  adminId: string,
  starterId: string | null,
): Promise<RecoveryLink> {
  const token = newSecret()
  const expiresAt = secondsAfter(clock.now(), LINK_SECONDS)
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
  // The token is in the fragment, which is never sent to a server or logged.
  return { link: `${settings.publicUrl}/recover#token=${token}`, expiresAtDatetime: expiresAt.toISOString() }
}

/** The person of a code or link that can be used. Unknown, used and expired ones look alike. @throws RECOVERY_INVALID */
export async function openRecovery(ctx: BffContext, db: BffDatabase, tokenHash: string) {
  const row = await db
    .selectFrom('bff_recovery')
    .select(['admin_id', 'kind', 'started_by_id'])
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.clock.now())]))
    .executeTakeFirstOrThrow(() => bffError('RECOVERY_INVALID'))
  const { admin_id: adminId, kind, started_by_id: starter } = row
  // The sender's own role may have been revoked since, or the person joined another organization.
  if (starter !== null && !(await ownsAllOf(db, starter, adminId))) throw bffError('RECOVERY_INVALID')
  return { adminId, kind }
}

/** Spends it in the transaction that stores the passkey: of two at once only one succeeds. @throws RECOVERY_INVALID */
export async function spendRecovery(ctx: BffContext, trx: BffTransaction, tokenHash: string) {
  const recovery = await openRecovery(ctx, trx, tokenHash)
  await trx
    .updateTable('bff_recovery')
    .set({ used_at: ctx.clock.now() })
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .returning('token_hash')
    .executeTakeFirstOrThrow(() => bffError('RECOVERY_INVALID'))
  return recovery
}

/** Hashes a typed code: without spaces and dashes, in capitals, with look-alike letters replaced by digits. */
export function hashRecovery(token: string): string {
  const typed = token.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return hashSecret(typed.length === CODE_GROUPS * GROUP_LENGTH ? typed : token)
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(32))).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

/** Whether one person is an owner of every organization of another. */
async function ownsAllOf(db: BffDatabase, ownerId: string, adminId: string): Promise<boolean> {
  const elsewhere = await db
    .selectFrom('bff_member as member')
    .select('member.organization_id')
    .where('member.admin_id', '=', adminId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bff_member as owner')
            .select('owner.role')
            .whereRef('owner.organization_id', '=', 'member.organization_id')
            .where('owner.admin_id', '=', ownerId)
            .where('owner.role', '=', 'owner'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return elsewhere === undefined
}

/** Recovery of a person without a passkey, by a recovery code or a recovery link (ADR 0020). */
export function recoverRoutes(ctx: BffContext): Route[] {
  const open = openRoute(ctx)
  return [
    open('/api/recover/options', { body: joinRequestSchema }, 'join', recoverOptions),
    open('/api/recover/verify', { body: joinVerifyRequestSchema }, 'join', recoverVerify),
  ]
}

/** `POST /api/recover/options`: creation options for the person's new passkey. Reading does not spend the code. */
async function recoverOptions({ ctx, body }: Opened<{ body: typeof joinRequestSchema }>) {
  const tokenHash = hashRecovery(body.token)
  const { adminId } = await openRecovery(ctx, ctx.db, tokenHash)
  const { name, user_handle: userHandle } = await personOf(ctx.db, adminId)
  const exclude = await descriptorsOf(ctx, adminId)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  return beginCeremony(ctx, { kind: 'recover', challenge, setup_token_hash: tokenHash }, { options })
}

/**
 * `POST /api/recover/verify`: the new passkey and a session, or nothing at all. All earlier sessions end; earlier
 * passkeys stay, so that a stolen code cannot lock its owner out. Each organization's audit log has an entry.
 */
async function recoverVerify({ ctx, exchange, body }: Opened<{ body: typeof joinVerifyRequestSchema }>) {
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'recover')
  const tokenHash = hashRecovery(body.token)
  if (ceremony.setup_token_hash !== tokenHash) throw bffError('RECOVERY_INVALID')
  const passkey = await verifyRegistration(ctx, ceremony.challenge, body.response)
  const device = deviceOf(exchange)
  const { id, adminId, organizationIds } = await ctx.db.transaction().execute(async (trx) => {
    const { adminId, kind } = await spendRecovery(ctx, trx, tokenHash)
    const organizationId = await lastOrganizationOf({ db: trx }, adminId)
    if (organizationId === undefined) throw bffError('RECOVERY_INVALID')
    const now = ctx.clock.now()
    await storePasskey(trx, { adminId, passkey, name: passkeyName(device), now })
    const { event, end } = USES[kind]
    await endSessions(trx, selectSessions(trx).where('admin_id', '=', adminId), { reason: end })
    const { name } = await personOf(trx, adminId)
    const by = administrator({ id: adminId, name })
    await noteAccountEvent(trx, { kind: event, adminId, by, device, at: now })
    const organizationIds = await organizationIdsOf(trx, adminId)
    const entry = { action: 'member.recovered', target: adminId, details: { by: kind } }
    for (const id of organizationIds) {
      const by = auditActor(exchange, { admin: { id: adminId, name }, organization: { id } })
      await recordAudit(ctx, trx, { ...by, ...entry })
    }
    const session = await createSession(ctx, trx, { adminId, organizationId, device })
    return { ...session, adminId, organizationIds }
  })
  for (const organizationId of organizationIds) ctx.live.publishChange(organizationId)
  ctx.log.info({ event: 'administrator_recovered', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}
