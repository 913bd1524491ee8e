import type { signInVerifyRequestSchema } from '#protocol/console-api.ts'
import { signInPrompt } from '#server-kit/passkeys/assertion.ts'
import type { BffContext, Exchange, Asked, Asking, BffTransaction } from '#bff/context.ts'
import { bffError, type Opened } from '#bff/http/exchange.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import { beginCeremony, takeCeremony, verifyPasskey } from './ceremony.ts'
import { endSessions } from './end-sessions.ts'
import { deviceOf, createSession, endSession, lastOrganizationOf, selectSessions } from './session.ts'
import { personOf, addMember } from './registration.ts'
import { signedInAnswer } from './signed-in-answer.ts'
import type { createOrganizationRequestSchema, switchOrganizationRequestSchema } from '#protocol/members.ts'
import { memberOf } from '#bff/members/change-members.ts'
import { storeOrganization } from '#bff/organizations/organization.ts'

/** At most 1,023 bytes (WebAuthn L3), in base64url. */
const CREDENTIAL_ID_LENGTH_MAX = 1_400

/** `POST /api/sign-in/options`: a challenge for any passkey of this site. */
export async function signInOptions({ ctx }: Opened): Promise<Response> {
  const begun = await signInPrompt(ctx.settings.relyingParty)
  return beginCeremony(ctx, { kind: 'sign-in', challenge: begun.options.challenge }, begun)
}

/** `POST /api/sign-in/verify`: a new session. The browser's previous session ends. */
export async function signInVerify(opened: Opened<{ body: typeof signInVerifyRequestSchema }>) {
  const { ctx, exchange, body } = opened
  const given = body.response
  await takeAttempt(ctx, exchange.env.clientAddress, given['id'])
  const { challenge } = await takeCeremony(ctx, exchange.req.raw, 'sign-in')
  const verified = verifyPasskey(ctx, challenge, given, 'SIGN_IN_FAILED')
  const adminId = await verified.catch(async (refusal: unknown) => {
    await recordRefusedSignIn(ctx, exchange, given['id'])
    throw refusal
  })
  return enterSession(ctx, exchange, adminId)
}

/** A new session of a person who is known by now, in the organization that they entered last. @throws SIGN_IN_FAILED without any */
export async function enterSession(ctx: BffContext, exchange: Exchange, adminId: string, by?: string) {
  const organizationId = await lastOrganizationOf(ctx, adminId)
  if (organizationId === undefined) throw bffError('SIGN_IN_FAILED')
  await endSession(ctx, exchange.req.raw, 'replaced')
  const { id } = await createSession(ctx, ctx.db, { adminId, organizationId, device: deviceOf(exchange) })
  const { name } = await personOf(ctx.db, adminId)
  const actor = auditActor(exchange, { admin: { id: adminId, name }, organization: { id: organizationId } })
  const entry = { action: 'session.signed-in', target: adminId, details: by === undefined ? {} : { by } }
  await recordAudit(ctx, ctx.db, { ...actor, ...entry })
  ctx.log.info({ event: 'administrator_signed_in', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

/** A known passkey has a limit of its own: an attacker at the same address cannot lock its owner out. */
async function takeAttempt(ctx: BffContext, address: string, credentialId: unknown): Promise<void> {
  const known =
    typeof credentialId === 'string' && credentialId.length <= CREDENTIAL_ID_LENGTH_MAX
      ? await ctx.db
          .selectFrom('bff_admin_passkey')
          .select('credential_id')
          .where('credential_id', '=', credentialId)
          .executeTakeFirst()
      : undefined
  ctx.limits.signIn.take(known === undefined ? address : JSON.stringify([address, known.credential_id]))
}

/**
 * Records the refusal of a known passkey. An unknown one is not recorded: it belongs to no
 * organization, and strangers could fill the log.
 */
async function recordRefusedSignIn(ctx: BffContext, exchange: Exchange, credentialId: unknown) {
  if (typeof credentialId !== 'string') return
  const memberships = await ctx.db
    .selectFrom('bff_admin_passkey as passkey')
    .innerJoin('bff_member as member', 'member.admin_id', 'passkey.admin_id')
    .innerJoin('bff_admin as admin', 'admin.id', 'passkey.admin_id')
    .select(['admin.id', 'admin.name', 'member.organization_id'])
    .where('passkey.credential_id', '=', credentialId)
    .execute()
  for (const { organization_id: id, ...admin } of memberships) {
    const refused = { action: 'session.sign-in', target: admin.id, details: {}, result: 'refused' } as const
    await recordAudit(ctx, ctx.db, { ...auditActor(exchange, { admin, organization: { id } }), ...refused })
  }
}

/**
 * `POST /api/session/organization`: switches to another organization of the person. It is another session: open
 * streams and widget tokens of the previous one end. "Not yours" and "not there" answer alike.
 */
export async function switchOrganization(asked: Asked<{ body: typeof switchOrganizationRequestSchema }>) {
  const { ctx, session, body } = asked
  const { organizationId } = body
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    if ((await memberOf(trx, organizationId, session.admin.id)) === undefined) throw bffError('NOT_FOUND')
    return moveTo(trx, asked, organizationId)
  })
  ctx.log.info({ event: 'organization_switched', adminId: session.admin.id, organizationId })
  return signedInAnswer(ctx, id)
}

/** `POST /api/organizations`: creates one, with the person as its owner, and switches to it. */
export async function createOwnOrganization(asked: Asked<{ body: typeof createOrganizationRequestSchema }>) {
  const { ctx, session, by, body } = asked
  if (ctx.createOrganization === undefined) throw bffError('NOT_FOUND')
  ctx.limits.invite.take(session.admin.id)
  const { id: adminId } = session.admin
  const organization = await ctx.createOrganization(body.name.trim())
  const { id: organizationId, name } = organization
  const { id } = await ctx.db.transaction().execute(async (trx) => {
    await storeOrganization(ctx, trx, organization)
    await addMember(trx, { organizationId, adminId, role: 'owner', now: ctx.clock.now() })
    const moved = await moveTo(trx, asked, organizationId)
    const entry = { action: 'organization.created', target: organizationId, details: { name } }
    await recordAudit(ctx, trx, { ...by, organizationId, ...entry })
    return moved
  })
  ctx.log.info({ event: 'organization_created', adminId, organizationId })
  return signedInAnswer(ctx, id)
}

/** Another session of the same person, in another organization; the previous one ends. */
export async function moveTo(trx: BffTransaction, asked: Asking, organizationId: string) {
  const { ctx, exchange, session } = asked
  await endSessions(trx, selectSessions(trx).where('id_hash', '=', session.idHash), { reason: 'replaced' })
  return createSession(ctx, trx, {
    adminId: session.admin.id,
    organizationId,
    device: deviceOf(exchange),
    since: session,
  })
}
