import type { Hex } from 'viem'
import type { MessageApproval } from '#protocol/held-messages.ts'
import { messageStatus, selectMessages, type MessageRow } from '#service/approvals/held-messages.ts'
import type { Database } from '#service/db/database.ts'
import { isStillApproved } from '#service/policies/require-policies.ts'

const HOLDING: ReadonlySet<MessageApproval['status']> = new Set<MessageApproval['status']>([
  'APPROVED',
  'PENDING_USER_APPROVAL',
])

/** `origin`: the page that requested the message. The digest does not name it, but its approvers read it. */
type RequestedMessage = { organizationId: string; digest: Hex; origin: string }

/** Finds the pending or approved message with the same digest, requested by the same page. */
export async function findHeldMessage(
  db: Database,
  { organizationId, digest, origin }: RequestedMessage,
): Promise<MessageRow | undefined> {
  const last = await selectMessages({ db })
    .where('held.organization_id', '=', organizationId)
    .where('held.digest', '=', digest)
    .where('held.origin', '=', origin)
    .orderBy('held.held_at', 'desc')
    .executeTakeFirst()
  return last !== undefined && HOLDING.has(messageStatus(last)) ? last : undefined
}

/**
 * Whether a pending message may still be approved by the people who were asked, or its approvals still count. Otherwise
 * it is held again for the people whom the present policies ask.
 */
export function isStillHeldFor(
  approvable: Parameters<typeof isStillApproved>[0],
  { asked, approved_by: approvedBy, approvals_required: required, ...held }: MessageRow,
): boolean {
  const mayApprove = asked?.map(({ id }) => id) ?? [held.approver_id]
  return isStillApproved(approvable, { approvedBy: approvedBy ?? mayApprove, required })
}
