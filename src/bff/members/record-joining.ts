import { storeAlertMails } from '#bff/alerts/store-alert-mails.ts'
import { auditActor, recordAudit } from '#bff/audit/record-audit.ts'
import type { HasClock, WritesAudit } from '#bff/context-parts.ts'
import type { Exchange } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { linkUser } from '#bff/scim/link-user.ts'
import { reaches } from '#protocol/roles.ts'
import { endInvitations } from './end-invitations.ts'
import type { OpenInvitation } from './open-invitation.ts'
import { rememberAddress } from './remember-address.ts'

type Joining = {
  exchange: Exchange
  /** Action of the entry in the audit log. */
  action: string
  invitation: OpenInvitation
  person: { id: string; name: string }
}

/** Records that a person joined, and the address of their invitation. Owners and admins then get the organization's alerts by mail. */
export async function recordJoining(ctx: WritesAudit, trx: BffTransaction, joining: Joining): Promise<void> {
  const { exchange, action, invitation, person } = joining
  const { organization_id: id, email, role, invited_by: invitedBy } = invitation
  if (email !== null) await recognizeInvited(ctx, trx, { organizationId: id, adminId: person.id, email })
  // Owners and admins get mails about all kinds of alerts until they choose otherwise.
  if (email !== null && reaches(role, 'admin'))
    await storeAlertMails(trx, exchange, { organizationId: id, adminId: person.id, email, muted: [] })
  const by = auditActor(exchange, { admin: person, organization: { id } })
  const details = { role, invitedBy }
  await recordAudit(ctx, trx, { ...by, action, target: person.id, details })
}

/** Records that a member accepted the invitation of an identity provider, which manages them from now on. */
export async function recordConnecting(
  ctx: WritesAudit,
  trx: BffTransaction,
  { exchange, action, invitation, person }: Joining,
): Promise<void> {
  const { organization_id: id, email, invited_by: invitedBy } = invitation
  if (email !== null) await recognizeInvited(ctx, trx, { organizationId: id, adminId: person.id, email })
  const by = auditActor(exchange, { admin: person, organization: { id } })
  await recordAudit(ctx, trx, { ...by, action, target: person.id, details: { invitedBy, connected: true } })
}

/**
 * Stores the address of a member's invitation. If an identity provider has provisioned the person with this address, it
 * manages this member from now on. The other invitations to the address end, so that nobody joins by two of them.
 */
async function recognizeInvited(
  ctx: HasClock,
  trx: BffTransaction,
  invited: { organizationId: string; adminId: string; email: string },
): Promise<void> {
  const { organizationId, adminId, email } = invited
  await rememberAddress(trx, {
    organization_id: organizationId,
    admin_id: adminId,
    email,
    source: 'invitation',
  })
  await linkUser(trx, invited)
  await endInvitations(ctx, trx, { organizationId, email })
}
