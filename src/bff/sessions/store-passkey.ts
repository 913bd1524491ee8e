import type { BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { NewPasskey } from '#server-kit/passkeys/registration.ts'
import { describeBrowser } from './describe-browser.ts'
import type { Device } from './device.ts'

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

/** Default name of a passkey, from its browser and system. */
export function namePasskey({ userAgent }: Device): string {
  const { browser, system } = describeBrowser(userAgent)
  const known = [browser?.replace(/ \d+$/, ''), system].filter((word) => typeof word === 'string')
  return known.length === 0 ? 'Passkey' : known.join(', ')
}
