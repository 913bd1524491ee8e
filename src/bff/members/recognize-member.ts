import type { BffTransaction } from '#bff/db/database.ts'
import { linkUser } from '#bff/scim/link-user.ts'
import { rememberAddress } from './remember-address.ts'

type Recognized = { organizationId: string; adminId: string; email: string }

/**
 * Stores the address of a member's invitation. If an identity provider has provisioned the person with this address,
 * it manages this member from now on.
 */
export async function recognizeMember(
  trx: BffTransaction,
  { organizationId, adminId, email }: Recognized,
): Promise<void> {
  const known = { organization_id: organizationId, admin_id: adminId, email }
  await rememberAddress(trx, { ...known, source: 'invitation' })
  await linkUser(trx, { organizationId, adminId, email })
}
