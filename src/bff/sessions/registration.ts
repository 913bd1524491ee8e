import { randomBytes, randomUUID } from 'node:crypto'
import type { CreationOptions } from '#protocol/passkey/ceremony-options.ts'
import { registrationJsonSchema } from '#protocol/passkey/credential-json.ts'
import { verifyRegistration as verify, type NewPasskey } from '#server-kit/passkeys/registration.ts'
import type { BffContext, Exchange, BffDatabase, BffTransaction } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { WithCookies } from '#bff/http/with-cookies.ts'
import type { Role } from '#protocol/roles.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { beginCeremony, takeCeremony } from './ceremony.ts'
import { registrationOptions } from './prompt-passkey.ts'
import { describeBrowser, deviceOf, type Device, createSession } from './session.ts'

const USER_HANDLE_BYTES = 32

/** Selects the facts about a person that an authenticator receives. */
export function personOf(db: BffDatabase, adminId: string) {
  return db
    .selectFrom('bff_admin')
    .select(['name', 'user_handle'])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow()
}

/** Verifies the passkey that a browser created for the challenge. @throws PASSKEY_REFUSED */
export async function verifyRegistration(ctx: BffContext, challenge: string, given: unknown) {
  const response = registrationJsonSchema.safeParse(given)
  if (!response.success) throw bffError('PASSKEY_REFUSED')
  const made = { response: response.data, challenge }
  return verify(ctx.settings.relyingParty, made).catch((cause: unknown) => {
    throw bffError('PASSKEY_REFUSED', { cause })
  })
}

/** Stores a person's passkey. @throws PASSKEY_KNOWN if it is already stored */
export async function storePasskey(
  trx: BffTransaction,
  stored: { adminId: string; passkey: NewPasskey; name: string; now: Date },
): Promise<void> {
  const { adminId, passkey, name, now } = stored
  await trx
    .insertInto('bff_admin_passkey')
    .values({
      credential_id: passkey.credentialId,
      admin_id: adminId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      backed_up: passkey.backedUp,
      name,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirstOrThrow(() => bffError('PASSKEY_KNOWN'))
}

type EnrolmentKind = 'setup' | 'join'

/** Returns creation options for a new person's passkey. Binds the ceremony to the token of their link. */
export async function beginEnrolment(
  ctx: BffContext,
  { kind, token, name }: { kind: EnrolmentKind; token: string; name: string },
): Promise<WithCookies<{ options: CreationOptions }>> {
  // WebAuthn user.id is random, so that it reveals nothing.
  const userHandle = randomBytes(USER_HANDLE_BYTES).toString('base64url')
  const options = await registrationOptions(ctx, { name, userHandle })
  const { challenge } = options
  const person = { setup_token_hash: hashSecret(token), admin_name: name, user_handle: userHandle }
  return beginCeremony(ctx, { kind, challenge, ...person }, { options })
}

type Enrolment = { kind: EnrolmentKind; token: string; response: unknown }
type NewPerson = { name: string; userHandle: string; passkey: NewPasskey; device: Device }

/**
 * Verifies the new passkey of this browser's ceremony. @throws CEREMONY_OVER, PASSKEY_REFUSED, or the error of an
 * invalid link for another ceremony
 */
export async function finishEnrolment(ctx: BffContext, exchange: Exchange, enrolment: Enrolment) {
  const { kind, token, response } = enrolment
  const ceremony = await takeCeremony(ctx, exchange.req.raw, kind)
  const { challenge, setup_token_hash: tokenHash, admin_name: name, user_handle: userHandle } = ceremony
  if (tokenHash !== hashSecret(token))
    throw bffError(kind === 'setup' ? 'SETUP_LINK_INVALID' : 'INVITATION_LINK_INVALID')
  if (name === null || userHandle === null) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, challenge, response)
  return { tokenHash, name, userHandle, passkey, device: deviceOf(exchange) }
}

/** Creates a person with their first passkey, a membership and a session. `id` is the session's secret. */
export async function enrolPerson(
  ctx: BffContext,
  trx: BffTransaction,
  { name, userHandle, passkey, device }: NewPerson,
  membership: { organizationId: string; role: Role },
): Promise<{ adminId: string; id: string }> {
  const adminId = randomUUID()
  const now = ctx.clock.now()
  await trx
    .insertInto('bff_admin')
    .values({ id: adminId, name, user_handle: userHandle, created_at: now })
    .execute()
  await addMember(trx, { adminId, now, ...membership })
  await storePasskey(trx, { adminId, passkey, name: passkeyName(device), now })
  const { organizationId } = membership
  return { adminId, ...(await createSession(ctx, trx, { adminId, organizationId, device })) }
}

/** Adds an administrator to an organization. @throws ALREADY_MEMBER */
export async function addMember(
  trx: BffTransaction,
  { organizationId, adminId, role, now }: { organizationId: string; adminId: string; role: Role; now: Date },
): Promise<void> {
  await trx
    .insertInto('bff_member')
    .values({ organization_id: organizationId, admin_id: adminId, role, created_at: now, entered_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'admin_id']).doNothing())
    .returning('admin_id')
    .executeTakeFirstOrThrow(() => bffError('ALREADY_MEMBER'))
}

/** Default name of a passkey, from its browser and system. */
export function passkeyName({ userAgent }: Device): string {
  const { browser, system } = describeBrowser(userAgent)
  const known = [browser?.replace(/ \d+$/, ''), system].filter((word) => typeof word === 'string')
  return known.length === 0 ? 'Passkey' : known.join(', ')
}
