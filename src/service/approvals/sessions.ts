import type { ApproverSession } from '#shared/org/approver-api.ts'
import type { Context } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { ApprovalRelyingParty } from './approval-relying-party.ts'
import { databaseNow, inSeconds } from './database-clock.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

/** A session only reads; every decision asks for the passkey again. */
const SESSION_SECONDS = 30 * 86_400

/** A signed-in end-user. */
export type Approver = {
  id: string
  email: string
  organizationName: string
  sessionHash: string
  expiresAt: Date
}

/** A new session with a new id: called at every sign-in, so that no id from before can be fixed on anyone. */
export async function createSession(db: Database | Transaction, approverId: string): Promise<{ id: string }> {
  const id = newSecret()
  await db
    .insertInto('approver_sessions')
    .values({ id_hash: hashSecret(id), approver_id: approverId, expires_at: inSeconds(SESSION_SECONDS) })
    .execute()
  return { id }
}

/** Who a session id belongs to, while it is valid. */
export async function findSession(
  ctx: Pick<Context, 'db'>,
  id: string | undefined,
): Promise<Approver | undefined> {
  if (id === undefined || id === '') return undefined
  const row = await ctx.db
    .selectFrom('approver_sessions as session')
    .innerJoin('approvers', 'approvers.id', 'session.approver_id')
    .innerJoin('organizations', 'organizations.id', 'approvers.organization_id')
    .select([
      'session.id_hash',
      'session.expires_at',
      'approvers.id',
      'approvers.email',
      'organizations.name',
    ])
    .where('session.id_hash', '=', hashSecret(id))
    .where('session.expires_at', '>', databaseNow)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    email: row.email,
    organizationName: row.name,
    sessionHash: row.id_hash,
    expiresAt: row.expires_at,
  }
}

/** Which of these sessions, by their hashes, are still valid, in one read. */
export async function sessionsInForce(
  ctx: Pick<Context, 'db'>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('approver_sessions')
    .select('id_hash')
    .where('id_hash', 'in', hashes)
    .where('expires_at', '>', databaseNow)
    .execute()
  return new Set(rows.map((row) => row.id_hash))
}

/** Ends a session at once, for every tab, and the push messages to its browser. */
export async function endSession(ctx: Pick<Context, 'db'>, sessionHash: string): Promise<void> {
  await ctx.db.deleteFrom('approver_push_subscriptions').where('session_hash', '=', sessionHash).execute()
  await ctx.db.deleteFrom('approver_sessions').where('id_hash', '=', sessionHash).execute()
}

/** What `GET /session` tells. */
export function sessionAnswer(approver: Approver | undefined): ApproverSession {
  if (approver === undefined) return { signedIn: false }
  return {
    signedIn: true,
    email: approver.email,
    organizationName: approver.organizationName,
    expiresAtDatetime: approver.expiresAt.toISOString(),
  }
}

/** The session id that a request carries. A name that occurs twice counts as absent: one of them was planted. */
export function readSessionCookie(party: ApprovalRelyingParty, headers: Headers): string | undefined {
  const prefix = `${cookieName(party)}=`
  const values = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined
}

/** The Set-Cookie value of a session; with an empty id the one that ends it. */
export function sessionCookie(party: ApprovalRelyingParty, id: string): string {
  const secure = party.isSecure ? '; Secure' : ''
  const maxAge = id === '' ? 0 : SESSION_SECONDS
  return `${cookieName(party)}=${id}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`
}

/** `__Host-` binds a cookie to exactly this host over https; a sandbox on plain http cannot have it. */
function cookieName(party: ApprovalRelyingParty): string {
  return `${party.isSecure ? '__Host-' : ''}latchkey-approver`
}
