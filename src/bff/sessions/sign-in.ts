import type { signInVerifyRequestSchema } from '#protocol/console-api.ts'
import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { bffError, type Opened } from '#bff/http/exchange.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import { beginCeremony, takeCeremony, verifyPasskey } from './ceremony.ts'
import { deviceOf, createSession, endSession, lastOrganizationOf } from './session.ts'
import { personOf } from './registration.ts'
import { signedInAnswer } from './signed-in-answer.ts'

/** At most 1,023 bytes (WebAuthn L3), in base64url. */
const CREDENTIAL_ID_LENGTH_MAX = 1_400

/** `POST /api/sign-in/options`: a challenge for any passkey of this site. */
export async function signInOptions({ ctx }: Opened): Promise<Response> {
  const options = await assertionOptions(ctx.settings.relyingParty)
  return beginCeremony(ctx, { kind: 'sign-in', challenge: options.challenge }, { options })
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
  await endSession(ctx, exchange.req.raw)
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
