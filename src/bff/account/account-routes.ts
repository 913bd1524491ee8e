import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import {
  addPasskeyRequestSchema,
  renamePasskeyRequestSchema,
  renamePersonRequestSchema,
  type OwnSession,
} from '#protocol/members.ts'
import { recordAudit, type AuditBy } from '#bff/audit/record-audit.ts'
import type { BffContext, Route } from '#bff/context.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { findSession, type Session, lastSeenAt, organizationIdsOf } from '#bff/sessions/session.ts'
import { sessionContent, signedOutAnswer } from '#bff/sessions/signed-in-answer.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import {
  addPasskey,
  addPasskeyOptions,
  listOwnPasskeys,
  ofPasskey,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from '#bff/members/recovery.ts'
import { describeBrowser } from '#bff/sessions/device.ts'

const PASSKEY = '/api/account/passkeys/:passkeyId'
const ofSession = { params: z.strictObject({ sessionId: uuidSchema }) }

/** The signed-in person's passkeys and sessions. */
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
      await ctx.db.deleteFrom('bff_session').where('admin_id', '=', session.admin.id).execute()
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
  await ctx.db
    .deleteFrom('bff_session')
    .where('id', '=', sessionId)
    .where('admin_id', '=', admin.id)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}
