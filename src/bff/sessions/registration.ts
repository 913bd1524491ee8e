import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { randomUUID } from 'node:crypto'
import { registrationJsonSchema } from '#protocol/passkey/credential-json.ts'
import {
  registrationOptions as optionsOf,
  verifyRegistration as verify,
  type NewPasskey,
} from '#server-kit/passkeys/registration.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import type { Role } from '#protocol/console-access.ts'
import { describeBrowser, type Device } from './device.ts'

/** Creation options for a person's passkey; not on an authenticator of `exclude`. */
export function registrationOptions(
  ctx: BffContext,
  person: { name: string; userHandle: string; exclude?: { id: string }[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return optionsOf(ctx.settings.relyingParty, { rpName: 'Latchkey', ...person })
}

/** The passkey that a browser created for the challenge. @throws PASSKEY_REFUSED */
export async function verifyRegistration(
  ctx: BffContext,
  { challenge, given }: { challenge: string; given: unknown },
): Promise<NewPasskey> {
  const response = registrationJsonSchema.safeParse(given)
  if (!response.success) throw bffError('PASSKEY_REFUSED')
  const made = { response: response.data, challenge }
  return verify(ctx.settings.relyingParty, made).catch((cause: unknown) => {
    throw bffError('PASSKEY_REFUSED', { cause })
  })
}

/** Stores a person's passkey. @throws PASSKEY_KNOWN when it is stored already */
export async function storePasskey(
  trx: BffTransaction,
  stored: { adminId: string; passkey: NewPasskey; name: string; now: Date },
): Promise<void> {
  const { adminId, passkey, name, now } = stored
  const inserted = await trx
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
    .executeTakeFirst()
  if (inserted === undefined) throw bffError('PASSKEY_KNOWN')
}

type NewPerson = {
  name: string
  userHandle: string
  passkey: NewPasskey
  organizationId: string
  role: Role
  device: Device
  now: Date
}

/** A person with their first passkey, as a member of an organization. */
export async function enrolPerson(trx: BffTransaction, person: NewPerson): Promise<{ adminId: string }> {
  const { name, userHandle, passkey, organizationId, role, device, now } = person
  const adminId = randomUUID()
  await trx
    .insertInto('bff_admin')
    .values({ id: adminId, name, user_handle: userHandle, created_at: now })
    .execute()
  await trx
    .insertInto('bff_member')
    .values({ organization_id: organizationId, admin_id: adminId, role, created_at: now, entered_at: now })
    .execute()
  await storePasskey(trx, { adminId, passkey, name: passkeyName(device), now })
  return { adminId }
}

/** A default name, by which a person can distinguish passkeys. */
function passkeyName({ userAgent }: Device): string {
  const { browser, system } = describeBrowser(userAgent)
  const known = [browser?.replace(/ \d+$/, ''), system].filter((word) => typeof word === 'string')
  return known.length === 0 ? 'Passkey' : known.join(', ')
}
