import * as z from 'zod/mini'
import { uuidSchema } from '#protocol/fields.ts'
import { renamePasskeyRequestSchema, renamePersonRequestSchema, type OwnSession } from '#protocol/members.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Route, Exchange } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { clearCookie } from '#server-kit/sessions/host-cookie.ts'
import { parse, readBody, readNoBody, readNoQuery } from '#bff/http/read-input.ts'
import { findSession, type Session, lastSeenAt } from '#bff/sessions/session.ts'
import { sessionContent } from '#bff/sessions/signed-in-answer.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import {
  addPasskey,
  addPasskeyOptions,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts'
import { describeBrowser } from '#bff/sessions/device.ts'

const passkeyParams = z.strictObject({
  passkeyId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be the id of a passkey')),
})
const sessionParams = z.strictObject({ sessionId: uuidSchema })

/** The signed-in person's passkeys and sessions. */
export function accountRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('PUT', '/api/account/name', async (exchange, session) => {
      const { name } = await readBody(exchange.req.raw, renamePersonRequestSchema)
      await renamePerson(ctx, { exchange, session }, name.trim())
      return answer(await sessionContent(ctx, await findSession(ctx, exchange.req.raw)))
    }),
    route('GET', '/api/account/passkeys', async ({ req }, { admin }) => {
      readNoQuery(req.raw)
      return answer(await listOwnPasskeys(ctx, admin.id))
    }),
    route('POST', '/api/account/passkeys/options', (exchange, session) =>
      addPasskeyOptions(ctx, exchange, session),
    ),
    route('POST', '/api/account/passkeys', (exchange, session) => addPasskey(ctx, exchange, session)),
    route('PUT', '/api/account/passkeys/:passkeyId', async (exchange, session) => {
      const { name } = await readBody(exchange.req.raw, renamePasskeyRequestSchema)
      const { passkeyId } = parse(passkeyParams, exchange.req.param())
      await renamePasskey(ctx, { exchange, session, passkeyId }, name)
      return answer(await listOwnPasskeys(ctx, session.admin.id))
    }),
    route('DELETE', '/api/account/passkeys/:passkeyId', async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      const { passkeyId } = parse(passkeyParams, exchange.req.param())
      await removePasskey(ctx, { exchange, session, passkeyId })
      return answer(await listOwnPasskeys(ctx, session.admin.id))
    }),
    route('GET', '/api/account/sessions', async ({ req }, session) => {
      readNoQuery(req.raw)
      return answer(await listOwnSessions(ctx, session))
    }),
    route('DELETE', '/api/account/sessions/:sessionId', async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      const { sessionId } = parse(sessionParams, exchange.req.param())
      await endOwnSession(ctx, session, sessionId)
      return answer(await listOwnSessions(ctx, session))
    }),
    route('POST', '/api/account/sign-out-everywhere', async (exchange, session) => {
      await readNoBody(exchange.req.raw)
      await endAllOwnSessions(ctx, session)
      const by = auditActor(exchange, session)
      const everywhere = { action: 'session.all-ended', target: null, details: {} }
      await recordAudit(ctx, ctx.db, { ...by, ...everywhere })
      const clearedCookie = clearCookie(ctx.settings.cookies.session)
      return answer(await sessionContent(ctx, undefined), 200, { 'set-cookie': clearedCookie })
    }),
  ]
}

/**
 * `PUT /api/account/name`: renames the signed-in person in each of their organizations. Earlier entries of the audit
 * log retain the old name; each organization's log gets an entry for the change.
 */
async function renamePerson(
  ctx: BffContext,
  { exchange, session }: { exchange: Exchange; session: Session },
  name: string,
): Promise<void> {
  const { id, name: from } = session.admin
  if (name === from) return
  await ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('bff_admin').set({ name }).where('id', '=', id).execute()
    const memberships = await trx
      .selectFrom('bff_member')
      .select('organization_id')
      .where('admin_id', '=', id)
      // One order for all, against deadlocks.
      .orderBy('organization_id')
      .execute()
    for (const { organization_id: organizationId } of memberships) {
      const entry = { action: 'member.renamed', target: id, details: { from, to: name } }
      await recordAudit(ctx, trx, { ...auditActor(exchange, session), organizationId, ...entry })
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
  const ended = await ctx.db
    .deleteFrom('bff_session')
    .where('id', '=', sessionId)
    .where('admin_id', '=', admin.id)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw bffError('NOT_FOUND')
}

/** Ends every session of a person, the current one too. */
async function endAllOwnSessions(ctx: BffContext, { admin }: Session): Promise<void> {
  await ctx.db.deleteFrom('bff_session').where('admin_id', '=', admin.id).execute()
}
