import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import {
  addPasskeyRequestSchema,
  renamePasskeyRequestSchema,
  renamePersonRequestSchema,
  type OwnSession,
  type OwnPasskey,
} from '#protocol/members.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Route, Session, Asked, Asking, AuditBy } from '#bff/context.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { endSessions } from '#bff/sessions/end-sessions.ts'
import {
  describeBrowser,
  findSession,
  lastSeenAt,
  organizationIdsOf,
  selectSessions,
} from '#bff/sessions/session.ts'
import { actingPerson, noteAccountEvent } from '#bff/alerts/account-events.ts'
import { sessionContent, signedOutAnswer } from '#bff/sessions/signed-in-answer.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from '#bff/members/recovery.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { beginCeremony, descriptorsOf, endCeremonyCookie, takeCeremony } from '#bff/sessions/ceremony.ts'
import {
  personOf,
  registrationOptions,
  storePasskey,
  verifyRegistration,
} from '#bff/sessions/registration.ts'

const PASSKEY = '/api/account/passkeys/:passkeyId'
const ofSession = { params: z.strictObject({ sessionId: uuidSchema }) }

export function accountRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route(
      'PUT',
      '/api/account/name',
      { body: renamePersonRequestSchema },
      async ({ exchange, session, by, body }) => {
        await renamePerson(ctx, session, by, body.name.trim())
        return sessionContent(ctx, await findSession(ctx, exchange.req.raw))
      },
    ),
    route('GET', '/api/account/passkeys', {}, listOwnPasskeys),
    route('POST', '/api/account/passkeys/options', {}, addPasskeyOptions),
    route('POST', '/api/account/passkeys', { body: addPasskeyRequestSchema }, addPasskey),
    route('PUT', PASSKEY, { ...ofPasskey, body: renamePasskeyRequestSchema }, renamePasskey),
    route('DELETE', PASSKEY, ofPasskey, removePasskey),
    route('GET', '/api/account/recovery-codes', {}, countRecoveryCodes),
    route('POST', '/api/account/recovery-codes', {}, replaceRecoveryCodes),
    route('GET', '/api/account/sessions', {}, ({ session }) => listOwnSessions(ctx, session)),
    route('DELETE', '/api/account/sessions/:sessionId', ofSession, async ({ session, params }) => {
      await endOwnSession(ctx, session, params.sessionId)
      return listOwnSessions(ctx, session)
    }),
    route('POST', '/api/account/sign-out-everywhere', {}, async ({ session, by }) => {
      const sessions = selectSessions(ctx.db).where('admin_id', '=', session.admin.id)
      await endSessions(ctx.db, sessions, { reason: 'signed-out-everywhere' })
      await recordAudit(ctx, ctx.db, { ...by, action: 'session.all-ended', target: null, details: {} })
      return signedOutAnswer(ctx)
    }),
  ]
}

/**
 * `PUT /api/account/name`: renames the signed-in person in each of their organizations. Earlier entries of the audit
 * log retain the old name; each organization's log gets an entry for the change.
 */
async function renamePerson(ctx: BffContext, session: Session, by: AuditBy, name: string): Promise<void> {
  const { id, name: from } = session.admin
  if (name === from) return
  await ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('bff_admin').set({ name }).where('id', '=', id).execute()
    for (const organizationId of await organizationIdsOf(trx, id)) {
      const entry = { action: 'member.renamed', target: id, details: { from, to: name } }
      await recordAudit(ctx, trx, { ...by, organizationId, ...entry })
    }
  })
}

/** A person's active sessions in every organization, the one used last first. */
async function listOwnSessions(ctx: BffContext, { admin, idHash }: Session): Promise<OwnSession[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('bff_session as session')
    .innerJoin('bff_organization as organization', 'organization.id', 'session.organization_id')
    .selectAll('session')
    .select('organization.name as organization')
    .where('session.admin_id', '=', admin.id)
    .where('session.idle_expires_at', '>', now)
    .where('session.absolute_expires_at', '>', now)
    .orderBy('session.idle_expires_at', 'desc')
    .orderBy('session.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id_hash === idHash,
    organization: row.organization,
    ...describeBrowser(row.user_agent),
    ipAddress: row.ip_address,
    createdAtDatetime: row.created_at.toISOString(),
    lastSeenAtDatetime: lastSeenAt(row.idle_expires_at).toISOString(),
  }))
}

/** Ends one of the person's sessions. @throws NOT_FOUND */
async function endOwnSession(ctx: BffContext, { admin }: Session, sessionId: string): Promise<void> {
  const found = selectSessions(ctx.db).where((row) => row.and({ id: sessionId, admin_id: admin.id }))
  const count = await endSessions(ctx.db, found, { reason: 'ended-from-another-session' })
  if (count === 0) throw notFound()
}

/** A limit on the table's size. */
const PASSKEYS_MAX = 20

/** A person's passkeys, oldest first. */
export async function listOwnPasskeys({ ctx, session }: Asking): Promise<OwnPasskey[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select(['credential_id as id', 'name', 'backed_up as synced', 'created_at', 'last_used_at'])
    .where('admin_id', '=', session.admin.id)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map(({ created_at: createdAt, last_used_at: lastUsedAt, ...passkey }) => ({
    ...passkey,
    createdAtDatetime: createdAt.toISOString(),
    lastUsedAtDatetime: lastUsedAt?.toISOString() ?? null,
  }))
}

/** `POST /api/account/passkeys/options`: creation options, which exclude the person's existing passkeys. */
export async function addPasskeyOptions({ ctx, session: { admin } }: Asked): Promise<Response> {
  const { user_handle: userHandle, name } = await personOf(ctx.db, admin.id)
  const exclude = await descriptorsOf(ctx, admin.id)
  if (exclude.length >= PASSKEYS_MAX) throw bffError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys already.`)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  return beginCeremony(ctx, { kind: 'add-passkey', challenge, admin_id: admin.id }, { options })
}

/** `POST /api/account/passkeys`: stores the new passkey. The step-up was for the options. */
export async function addPasskey(asked: Asked<{ body: typeof addPasskeyRequestSchema }>): Promise<Response> {
  const { ctx, exchange, session, by, body } = asked
  const { admin_id: adminId, challenge } = await takeCeremony(ctx, exchange.req.raw, 'add-passkey')
  if (adminId !== session.admin.id) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, challenge, body.response)
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await storePasskey(trx, { adminId, passkey, name, now: ctx.clock.now() })
    await noteAccountEvent(trx, { kind: 'passkey-added', adminId, ...actingPerson(asked) })
    await recordAudit(ctx, trx, { ...by, action: 'passkey.added', target: null, details: { name } })
  })
  return answer(await listOwnPasskeys(asked), 200, { 'set-cookie': endCeremonyCookie(ctx) })
}

export const ofPasskey = {
  params: z.strictObject({
    passkeyId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be the id of a passkey')),
  }),
}
type OfPasskey = Asked<typeof ofPasskey>

/** @throws NOT_FOUND for another person's passkey */
export async function renamePasskey(asked: OfPasskey & Asked<{ body: typeof renamePasskeyRequestSchema }>) {
  const { ctx, session, by, params, body } = asked
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('bff_admin_passkey')
      .set({ name })
      .where((row) => row.and({ credential_id: params.passkeyId, admin_id: session.admin.id }))
      .returning('credential_id')
      .executeTakeFirstOrThrow(notFound)
    await recordAudit(ctx, trx, { ...by, action: 'passkey.renamed', target: null, details: { name } })
  })
  return listOwnPasskeys(asked)
}

/** @throws NOT_FOUND, LAST_PASSKEY: of two removed at once, one remains */
export async function removePasskey(asked: OfPasskey): Promise<OwnPasskey[]> {
  const { ctx, session, by, params } = asked
  const { passkeyId } = params
  const adminId = session.admin.id
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bff_admin').select('id').where('id', '=', adminId).forUpdate().execute()
    const rows = await trx
      .selectFrom('bff_admin_passkey')
      .select(['credential_id', 'name'])
      .where('admin_id', '=', adminId)
      .execute()
    const removed = rows.find((row) => row.credential_id === passkeyId)
    if (removed === undefined) throw notFound()
    if (rows.length === 1) throw bffError('LAST_PASSKEY')
    await trx.deleteFrom('bff_admin_passkey').where('credential_id', '=', passkeyId).execute()
    await noteAccountEvent(trx, { kind: 'passkey-removed', adminId, ...actingPerson(asked) })
    const details = { name: removed.name }
    await recordAudit(ctx, trx, { ...by, action: 'passkey.removed', target: null, details })
  })
  return listOwnPasskeys(asked)
}
