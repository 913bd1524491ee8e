import { randomBytes, randomUUID } from 'node:crypto'
import type { HasClock, HasRelyingParty, RunsCeremonies } from '#bff/context-parts.ts'
import type { Exchange } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { WithCookies } from '#bff/http/with-cookies.ts'
import { addMember } from '#bff/members/add-member.ts'
import type { CreationOptions } from '#protocol/passkey/ceremony-options.ts'
import type { Role } from '#protocol/roles.ts'
import type { NewPasskey } from '#server-kit/passkeys/registration.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { beginCeremony, takeCeremony } from './ceremony.ts'
import { readDevice, type Device } from './device.ts'
import { registrationOptions } from './prompt-passkey.ts'
import { createSession } from './session.ts'
import { storePasskey, namePasskey } from './store-passkey.ts'
import { verifyRegistration } from './verify-registration.ts'

const USER_HANDLE_BYTES = 32

type EnrolmentKind = 'setup' | 'join'

/** Returns creation options for a new person's passkey. Binds the ceremony to the token of their link. */
export async function beginEnrolment(
  ctx: RunsCeremonies & HasRelyingParty,
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
 * Verifies the new passkey of this browser's ceremony.
 *
 * @throws CEREMONY_OVER, PASSKEY_REFUSED, or the error of an invalid link if the ceremony began with a different link
 */
export async function finishEnrolment(
  ctx: RunsCeremonies & HasRelyingParty,
  exchange: Exchange,
  enrolment: Enrolment,
): Promise<NewPerson & { tokenHash: string }> {
  const { kind, token, response } = enrolment
  const ceremony = await takeCeremony(ctx, exchange.req.raw, kind)
  const { challenge, setup_token_hash: tokenHash, admin_name: name, user_handle: userHandle } = ceremony
  if (tokenHash !== hashSecret(token))
    throw bffError(kind === 'setup' ? 'SETUP_LINK_INVALID' : 'INVITATION_LINK_INVALID')
  if (name === null || userHandle === null) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, challenge, response)
  return { tokenHash, name, userHandle, passkey, device: readDevice(exchange) }
}

/** Creates a person with their first passkey, a membership and a session. `id` is the session's secret. */
export async function enrolPerson(
  ctx: HasClock,
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
  await storePasskey(trx, { adminId, passkey, name: namePasskey(device), now })
  const { organizationId } = membership
  return { adminId, ...(await createSession(ctx, trx, { adminId, organizationId, device })) }
}
