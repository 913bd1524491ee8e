import { randomUUID } from 'node:crypto'
import type { Role } from '#protocol/org/roles.ts'
import type { NewPasskey } from '#server-kit/passkeys/registration.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { describeBrowser, type Device } from './device.ts'
import { storePasskey } from './registration.ts'

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

/** What tells the passkeys of a person apart until they are given names. */
function passkeyName({ userAgent }: Device): string {
  const { browser, system } = describeBrowser(userAgent)
  const known = [browser?.replace(/ \d+$/, ''), system].filter((word) => typeof word === 'string')
  return known.length === 0 ? 'Passkey' : known.join(', ')
}
