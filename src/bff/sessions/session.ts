import type { BffContext, Exchange } from '#bff/context.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { readCookie, setCookie } from '#bff/http/cookies.ts'
import { hashSecret, newSecret } from '#bff/http/secrets.ts'
import { openOrganization, type Organization } from '#bff/organizations/organization.ts'

export const SESSION_IDLE_SECONDS = 12 * 3600
export const SESSION_ABSOLUTE_SECONDS = 24 * 3600
/** What gives power away (a key, an integration, a fee) asks for a passkey prompt that is not older than this. */
export const SESSION_FRESH_SECONDS = 15 * 60
/** The idle limit moves at most once in this time, so that reading does not mean writing. */
const IDLE_STEP_SECONDS = 60

/** A signed-in administrator. */
export type Session = {
  idHash: string
  admin: { id: string; name: string }
  organization: Organization
  createdAt: Date
  expiresAt: Date
}

/** A new session with a new id: called at every sign-in, so that no id from before can be fixed on anyone. */
export async function createSession(
  ctx: BffContext,
  db: BffDatabase | BffTransaction,
  adminId: string,
): Promise<{ id: string }> {
  const now = ctx.clock.now()
  const id = newSecret()
  await db.deleteFrom('bff_session').where('idle_expires_at', '<=', now).execute()
  await db
    .insertInto('bff_session')
    .values({
      id_hash: hashSecret(id),
      admin_id: adminId,
      created_at: now,
      idle_expires_at: after(now, SESSION_IDLE_SECONDS),
      absolute_expires_at: after(now, SESSION_ABSOLUTE_SECONDS),
    })
    .execute()
  return { id }
}

/** The session cookie of a new session. */
export function sessionCookie(ctx: BffContext, id: string): string {
  const { cookies } = ctx.settings
  return setCookie(cookies, cookies.session, id, SESSION_ABSOLUTE_SECONDS)
}

/** The live session of a request, or undefined. Using it moves its idle limit. */
export async function findSession(ctx: BffContext, request: Request): Promise<Session | undefined> {
  const id = readCookie(request, ctx.settings.cookies.session)
  if (id === undefined || id === '') return undefined
  return sessionByHash(ctx, hashSecret(id))
}

export async function sessionByHash(ctx: BffContext, idHash: string): Promise<Session | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('bff_session as session')
    .innerJoin('bff_admin as admin', 'admin.id', 'session.admin_id')
    .innerJoin('bff_organization as organization', 'organization.id', 'admin.organization_id')
    .select([
      'session.id_hash',
      'session.created_at',
      'session.idle_expires_at',
      'session.absolute_expires_at',
      'admin.id as admin_id',
      'admin.name as admin_name',
      'organization.id as organization_id',
      'organization.name as organization_name',
      'organization.api_key_sealed',
    ])
    .where('session.id_hash', '=', idHash)
    .where('session.idle_expires_at', '>', now)
    .where('session.absolute_expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const idleExpiresAt = await moveIdleLimit(ctx, row, now)
  return {
    idHash: row.id_hash,
    admin: { id: row.admin_id, name: row.admin_name },
    organization: openOrganization(ctx, row),
    createdAt: row.created_at,
    expiresAt: idleExpiresAt < row.absolute_expires_at ? idleExpiresAt : row.absolute_expires_at,
  }
}

async function moveIdleLimit(ctx: BffContext, row: { id_hash: string; idle_expires_at: Date }, now: Date) {
  const moved = after(now, SESSION_IDLE_SECONDS)
  if (moved.getTime() - row.idle_expires_at.getTime() < IDLE_STEP_SECONDS * 1000) return row.idle_expires_at
  await ctx.db
    .updateTable('bff_session')
    .set({ idle_expires_at: moved })
    .where('id_hash', '=', row.id_hash)
    .execute()
  return moved
}

/** Ends the session that the request carries, at once and for every tab; its widget tokens end with it. */
export async function endSession(ctx: BffContext, request: Request): Promise<void> {
  const id = readCookie(request, ctx.settings.cookies.session)
  if (id === undefined) return
  await ctx.db.deleteFrom('bff_session').where('id_hash', '=', hashSecret(id)).execute()
}

/** Wraps a handler that only a signed-in administrator reaches. @throws SESSION_REQUIRED */
export function withSession(
  ctx: BffContext,
  handle: (exchange: Exchange, session: Session) => Promise<Response> | Response,
): (exchange: Exchange) => Promise<Response> {
  return async (exchange) => {
    const session = await findSession(ctx, exchange.req.raw)
    if (session === undefined) throw bffError('SESSION_REQUIRED')
    return handle(exchange, session)
  }
}

/** For what a stolen session must not be able to do. @throws SESSION_REQUIRED when the last passkey prompt is old */
export function requireFresh(ctx: BffContext, session: Session): void {
  if (after(session.createdAt, SESSION_FRESH_SECONDS) <= ctx.clock.now()) throw bffError('SESSION_REQUIRED')
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}
