import { randomBytes } from 'node:crypto'
import { setupOptionsRequestSchema, setupVerifyRequestSchema } from '#protocol/console-api.ts'
import type { NewPasskey } from '#server-kit/passkeys/registration.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { readBody } from '#bff/http/read-input.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { beginCeremony, takeCeremony, type Ceremony } from './ceremony.ts'
import { deviceOf } from './device.ts'
import { registrationOptions, verifyRegistration, enrolPerson } from './registration.ts'
import { createSession } from './session.ts'
import { isSetupLinkOpen, spendSetupLink } from './setup-link.ts'
import { signedInAnswer } from './signed-in-answer.ts'

const USER_HANDLE_BYTES = 32

/** WebAuthn user.id of a new person: random, so that it reveals nothing. */
export function newUserHandle(): string {
  return randomBytes(USER_HANDLE_BYTES).toString('base64url')
}

/** `POST /api/setup/options`: creation options for the first administrator's passkey. */
export async function setupOptions(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.setup.take(exchange.env.clientAddress)
  const { setupToken, name } = await readBody(exchange.req.raw, setupOptionsRequestSchema)
  if (!(await isSetupLinkOpen(ctx, setupToken))) throw bffError('SETUP_LINK_INVALID')
  const userHandle = newUserHandle()
  const options = await registrationOptions(ctx, { name, userHandle })
  const { cookie } = await beginCeremony(ctx, {
    kind: 'setup',
    challenge: options.challenge,
    setup_token_hash: hashSecret(setupToken),
    admin_name: name,
    user_handle: userHandle,
  })
  return answer({ options }, 200, { 'set-cookie': cookie })
}

/** `POST /api/setup/verify`: the first administrator, who is an owner, their passkey and session, or nothing at all. */
export async function setupVerify(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.setup.take(exchange.env.clientAddress)
  const { setupToken, response } = await readBody(exchange.req.raw, setupVerifyRequestSchema)
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'setup')
  if (ceremony.setup_token_hash !== hashSecret(setupToken)) throw bffError('SETUP_LINK_INVALID')
  const passkey = await verifyRegistration(ctx, { challenge: ceremony.challenge, given: response })
  const { id, adminId } = await enrol(ctx, exchange, ceremony, passkey)
  ctx.log.info({ event: 'administrator_enrolled', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

async function enrol(ctx: BffContext, exchange: Exchange, ceremony: Ceremony, passkey: NewPasskey) {
  const device = deviceOf(exchange)
  const { setup_token_hash: tokenHash, admin_name: name, user_handle: userHandle } = ceremony
  if (tokenHash === null || name === null || userHandle === null) throw bffError('CEREMONY_OVER')
  const organizationId = await firstOrganizationId(ctx)
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await spendSetupLink(ctx, trx, tokenHash))) throw bffError('SETUP_LINK_INVALID')
    const person = { name, userHandle, passkey, organizationId, role: 'owner', device, now } as const
    const { adminId } = await enrolPerson(trx, person)
    const session = await createSession(ctx, trx, { adminId, organizationId, device })
    await recordAudit(ctx, trx, {
      ...auditActor(exchange, { admin: { id: adminId, name }, organization: { id: organizationId } }),
      action: 'organization.set-up',
      target: adminId,
      details: { role: 'owner' },
    })
    return { adminId, ...session }
  })
}
