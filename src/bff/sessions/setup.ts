import { randomBytes, randomUUID } from 'node:crypto'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { setupOptionsRequestSchema, setupVerifyRequestSchema } from '#shared/org/console-api.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import { answer } from '#bff/http/answer.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { readBody } from '#bff/http/read-input.ts'
import { hashSecret } from '#bff/http/secrets.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { beginCeremony, CEREMONY_SECONDS, takeCeremony, type Ceremony } from './ceremony.ts'
import { parseRegistration } from './passkey-response.ts'
import { createSession } from './session.ts'
import { isSetupLinkOpen, spendSetupLink } from './setup-link.ts'
import { signedInAnswer } from './signed-in-answer.ts'

/** ES256 and, for Windows Hello, RS256. */
const ALGORITHMS = [-7, -257]
const USER_HANDLE_BYTES = 32
/** Attestation is not asked for. Other formats would make the library read certificates that anyone may write. */
const ATTESTATION_FORMATS = new Set(['none', 'packed'])

/** `POST /api/setup/options`: what the browser asks the first administrator's passkey for. */
export async function setupOptions(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.setup.take(exchange.env.clientAddress)
  const { setupToken, name } = await readBody(exchange.req.raw, setupOptionsRequestSchema)
  if (!(await isSetupLinkOpen(ctx, setupToken))) throw bffError('SETUP_LINK_INVALID')
  const userHandle = new Uint8Array(randomBytes(USER_HANDLE_BYTES))
  const options = await generateRegistrationOptions({
    rpName: 'Latchkey',
    rpID: ctx.settings.rpId,
    userID: userHandle,
    userName: name,
    userDisplayName: name,
    timeout: CEREMONY_SECONDS * 1000,
    attestationType: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const { cookie } = await beginCeremony(ctx, {
    kind: 'setup',
    challenge: options.challenge,
    setup_token_hash: hashSecret(setupToken),
    admin_name: name,
    user_handle: Buffer.from(userHandle).toString('base64url'),
  })
  return answer({ options }, 200, { 'set-cookie': cookie })
}

/** `POST /api/setup/verify`: the first administrator, their passkey and their session, or nothing at all. */
export async function setupVerify(ctx: BffContext, exchange: Exchange): Promise<Response> {
  ctx.limits.setup.take(exchange.env.clientAddress)
  const { setupToken, response } = await readBody(exchange.req.raw, setupVerifyRequestSchema)
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'setup')
  if (ceremony.setup_token_hash !== hashSecret(setupToken)) throw bffError('SETUP_LINK_INVALID')
  const passkey = await verifyRegistration(ctx, ceremony, response)
  const { id, adminId } = await enrol(ctx, ceremony, passkey)
  ctx.log.info({ event: 'administrator_enrolled', adminId, requestId: exchange.var.requestId })
  return signedInAnswer(ctx, id)
}

type VerifiedPasskey = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  backedUp: boolean
}

async function verifyRegistration(
  ctx: BffContext,
  ceremony: Ceremony,
  given: unknown,
): Promise<VerifiedPasskey> {
  const response = parseRegistration(given)
  if (response === undefined) throw bffError('PASSKEY_REFUSED')
  try {
    const attestation = Buffer.from(response.response.attestationObject, 'base64url')
    const format = decodeAttestationObject(new Uint8Array(attestation)).get('fmt')
    if (!ATTESTATION_FORMATS.has(format)) throw new Error(`attestation format ${format} is not accepted`)
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ctx.settings.publicOrigin,
      expectedRPID: ctx.settings.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified.verified) throw new Error('the attestation does not hold')
    const { credential, credentialBackedUp } = verified.registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
    }
  } catch (cause) {
    throw bffError('PASSKEY_REFUSED', { cause })
  }
}

async function enrol(ctx: BffContext, ceremony: Ceremony, passkey: VerifiedPasskey) {
  const { setup_token_hash: tokenHash, admin_name: name, user_handle: userHandle } = ceremony
  if (tokenHash === null || name === null || userHandle === null) throw bffError('CEREMONY_OVER')
  const organizationId = await firstOrganizationId(ctx)
  const now = ctx.clock.now()
  const adminId = randomUUID()
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await spendSetupLink(ctx, trx, tokenHash))) throw bffError('SETUP_LINK_INVALID')
    await trx
      .insertInto('bff_admin')
      .values({
        id: adminId,
        organization_id: organizationId,
        name,
        user_handle: userHandle,
        created_at: now,
      })
      .execute()
    await trx
      .insertInto('bff_admin_passkey')
      .values({
        credential_id: passkey.credentialId,
        admin_id: adminId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
        backed_up: passkey.backedUp,
        created_at: now,
        last_used_at: now,
      })
      .execute()
    return { adminId, ...(await createSession(ctx, trx, adminId)) }
  })
}
