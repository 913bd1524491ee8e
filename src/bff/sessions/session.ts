import { randomUUID } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { FindsSessions, HasClock, HasCookies, HasDatabase, HasKeyVault } from '#bff/context-parts.ts'
import type { Session } from '#bff/context.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { openOrganization, SEALED_ORGANIZATION } from '#bff/organizations/organization.ts'
import type { SessionEnd } from '#protocol/console/console-session.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { readCookie, setCookie } from '#server-kit/sessions/host-cookie.ts'
import type { Device } from './device.ts'
import { endSessions, findSessionEnd } from './end-sessions.ts'

/** A session ends after this time without use, in seconds (ADR 0020). Less than the maximum duration. */
const SESSION_IDLE_SECONDS = 12 * 3600
/** Maximum duration of a session after the sign-in, in seconds (ADR 0020). */
const SESSION_ABSOLUTE_SECONDS = 24 * 3600
/** Minimum interval between updates of the idle limit, in seconds. Avoids a write for each read. */
const IDLE_STEP_SECONDS = 60

type NewSession = {
  adminId: string
  organizationId: string
  device: Device
  /** Times of the session that the new session replaces. Replacing a session does not extend it. */
  since?: Pick<Session, 'createdAt' | 'absoluteExpiresAt'>
}

/** Creates a session with a new id. Each sign-in gets a new id, which prevents session fixation. */
export async function createSession(
  ctx: HasClock,
  db: BffDatabase,
  session: NewSession,
): Promise<{ id: string }> {
  const { adminId, organizationId, device, since } = session
  const now = ctx.clock.now()
  const id = newSecret()
  // An idle session stays until its cookie expires, so that `readSessionEnd` can distinguish it from a session that
  // was ended.
  await db.deleteFrom('bff_session').where('absolute_expires_at', '<=', now).execute()
  await db.deleteFrom('bff_ended_session').where('forget_at', '<=', now).execute()
  await db
    .insertInto('bff_session')
    .values({
      id_hash: hashSecret(id),
      id: randomUUID(),
      admin_id: adminId,
      organization_id: organizationId,
      user_agent: device.userAgent,
      ip_address: device.ipAddress,
      created_at: since?.createdAt ?? now,
      idle_expires_at: secondsAfter(now, SESSION_IDLE_SECONDS),
      absolute_expires_at: since?.absoluteExpiresAt ?? secondsAfter(now, SESSION_ABSOLUTE_SECONDS),
    })
    .execute()
  await db
    .updateTable('bff_member')
    .set({ entered_at: now })
    .where((row) => row.and({ organization_id: organizationId, admin_id: adminId }))
    .execute()
  return { id }
}

export function sessionCookie(
  ctx: HasClock & HasCookies,
  id: string,
  { absoluteExpiresAt }: Session,
): string {
  const seconds = Math.ceil((absoluteExpiresAt.getTime() - ctx.clock.now().getTime()) / 1000)
  return setCookie(ctx.settings.cookies.session, id, seconds)
}

/** Returns the active session of a request and extends its idle limit. Undefined if there is none. */
export async function findSession(ctx: FindsSessions, request: Request): Promise<Session | undefined> {
  const idHash = readSessionHash(ctx, request)
  return idHash === undefined ? undefined : sessionByHash(ctx, idHash)
}

function readSessionHash({ settings }: HasCookies, request: Request): string | undefined {
  const id = readCookie(request.headers, settings.cookies.session)
  return id === undefined ? undefined : hashSecret(id)
}

/** Returns an active session. Undefined for a former member, even if a row of the session is left. */
export async function sessionByHash(
  ctx: HasClock & HasDatabase & HasKeyVault,
  idHash: string,
): Promise<Session | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('bff_session as session')
    .innerJoin('bff_admin as admin', 'admin.id', 'session.admin_id')
    .innerJoin('bff_organization as organization', 'organization.id', 'session.organization_id')
    .innerJoin('bff_member as member', (join) =>
      join
        .onRef('member.admin_id', '=', 'session.admin_id')
        .onRef('member.organization_id', '=', 'session.organization_id'),
    )
    .select(['session.created_at as createdAt', 'session.absolute_expires_at as absoluteExpiresAt'])
    .select(['session.idle_expires_at', 'admin.id', 'admin.name', 'member.role'])
    .select(SEALED_ORGANIZATION)
    .where('session.id_hash', '=', idHash)
    .where('session.idle_expires_at', '>', now)
    .where('session.absolute_expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, name, role, createdAt, absoluteExpiresAt } = row
  const idleExpiresAt = await moveIdleLimit(ctx, idHash, row.idle_expires_at)
  const expiresAt = idleExpiresAt < absoluteExpiresAt ? idleExpiresAt : absoluteExpiresAt
  const organization = openOrganization(ctx, row)
  return { idHash, admin: { id, name, role }, organization, createdAt, expiresAt, absoluteExpiresAt }
}

async function moveIdleLimit(
  { db, clock }: HasClock & HasDatabase,
  idHash: string,
  idleExpiresAt: Date,
): Promise<Date> {
  const moved = secondsAfter(clock.now(), SESSION_IDLE_SECONDS)
  if (moved.getTime() - idleExpiresAt.getTime() < IDLE_STEP_SECONDS * 1000) return idleExpiresAt
  await db.updateTable('bff_session').set({ idle_expires_at: moved }).where('id_hash', '=', idHash).execute()
  return moved
}

/** Time of a session's last use, to the minute. */
export function lastSeenAt(idleExpiresAt: Date): Date {
  return secondsAfter(idleExpiresAt, -SESSION_IDLE_SECONDS)
}

/** Returns why the session of the request's cookie ended. Undefined if it expired or there is no cookie. */
export async function readSessionEnd(
  ctx: HasDatabase & HasCookies,
  request: Request,
): Promise<SessionEnd | undefined> {
  const idHash = readSessionHash(ctx, request)
  if (idHash === undefined) return undefined
  const ofCookie = ctx.db.selectFrom('bff_session').select('id').where('id_hash', '=', idHash)
  if ((await ofCookie.executeTakeFirst()) !== undefined) return undefined
  return findSessionEnd(ctx.db, idHash)
}

/** Ends the session of the request's cookie. */
export async function endSession(
  ctx: HasDatabase & HasCookies,
  request: Request,
  reason: 'signed-out' | 'replaced',
): Promise<void> {
  const idHash = readSessionHash(ctx, request)
  if (idHash === undefined) return
  await endSessions(ctx.db, selectSessions(ctx.db).where('id_hash', '=', idHash), { reason })
}

/** Selects the ids of all sessions. Callers add conditions. */
export function selectSessions(
  db: BffDatabase,
): SelectQueryBuilder<BffTables, 'bff_session', { id_hash: string }> {
  return db.selectFrom('bff_session').select('id_hash')
}
