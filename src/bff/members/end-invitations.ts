import { sql } from 'kysely'
import type { HasClock } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { normalizeEmail } from '#protocol/email-address.ts'

type Ended = {
  organizationId: string
  /** Only invitations to this address. */
  email?: string
  /** Only invitations of this member or identity provider. */
  inviterId?: string
}

/** Ends the open invitations of an organization. They cannot be used any more. */
export async function endInvitations(
  { clock }: HasClock,
  trx: BffTransaction,
  { organizationId, email, inviterId }: Ended,
): Promise<void> {
  let open = trx
    .updateTable('bff_invitation')
    .set({ revoked_at: clock.now() })
    .where((row) => row.and({ organization_id: organizationId, used_at: null }))
    .where('revoked_at', 'is', null)
  if (email !== undefined) open = open.where(sql`lower(email)`, '=', normalizeEmail(email) ?? email)
  if (inviterId !== undefined) open = open.where('invited_by_id', '=', inviterId)
  await open.execute()
}
