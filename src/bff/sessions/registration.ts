import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { registrationJsonSchema } from '#protocol/passkey/credential-json.ts'
import {
  registrationOptions as optionsOf,
  verifyRegistration as verify,
  type NewPasskey,
} from '#server-kit/passkeys/registration.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/bff-error.ts'

/** What a browser is asked to make a person's passkey by; not one that an authenticator of `exclude` has. */
export function registrationOptions(
  ctx: BffContext,
  person: { name: string; userHandle: string; exclude?: { id: string }[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return optionsOf(ctx.settings.relyingParty, { rpName: 'Latchkey', ...person })
}

/** The passkey that a browser made for the challenge. @throws PASSKEY_REFUSED */
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

/** Stores a person's passkey. @throws PASSKEY_KNOWN when somebody has it already */
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
