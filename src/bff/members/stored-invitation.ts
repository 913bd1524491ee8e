import type { Selectable } from 'kysely'
import type { BffTables } from '#bff/db/tables.ts'
import type { Invitation } from '#protocol/members.ts'

export type InvitationRow = Selectable<BffTables['bff_invitation']>

/** Converts a row to the returned format, which never contains the link. */
export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    role: row.role,
    email: row.email,
    invitedBy: row.invited_by,
    createdAtDatetime: row.created_at.toISOString(),
    expiresAtDatetime: row.expires_at.toISOString(),
  }
}
