import type { SharedApproval } from '#protocol/approver-api.ts'
import type { AskedRow } from '#service/ledger/given-approvals.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'

type SharedRow = { asked: AskedRow[] | null; approvals_required: number; person_id: string }

/**
 * Returns the part of a response about people of the organization who decide together: the number of required
 * approvals and everyone's decision. Marks the reader as `self`. Empty if an end-user decides.
 */
export function shareAnswer(
  { asked, approvals_required: approvalsRequired }: Omit<SharedRow, 'person_id'>,
  personId: string,
): SharedApproval {
  if (asked === null) return {}
  return {
    approvalsRequired,
    approvers: asked.map(({ id, name, email, ...decision }) => ({
      name: name ?? email,
      ...(id === personId && { self: true as const }),
      ...(decision.isRemoved && { removed: true as const }),
      ...decisionAnswer(decision),
    })),
  }
}

/** Returns a person's decision. Empty if there is none, or if an approval's person or passkey was removed. */
export function decisionAnswer({
  approved,
  counts,
  decidedAt,
  comment,
  isCarried,
}: Pick<AskedRow, 'approved' | 'counts' | 'decidedAt' | 'comment' | 'isCarried'>): {
  decision?: 'approve' | 'reject'
  decidedAtDatetime?: string
  comment?: string
  carriedOver?: true
} {
  if (approved === null || decidedAt === null || (approved && !counts)) return {}
  return {
    decision: approved ? 'approve' : 'reject',
    decidedAtDatetime: new Date(decidedAt).toISOString(),
    ...(comment !== null && { comment }),
    ...(isCarried && { carriedOver: true }),
  }
}

/** Whether the reader (`person_id`) has already decided. */
export function isDecidedBySelf({
  asked,
  person_id: personId,
}: Omit<SharedRow, 'approvals_required'>): boolean {
  return asked?.some(({ id, approved, counts }) => id === personId && (approved === false || counts)) ?? false
}

/** The requester's name, only for approvers of the organization. */
export function requesterAnswer(row: {
  external_user_id: string | null
  requested_by: StoredRequester | null
}): { requestedBy?: string } {
  const name = row.external_user_id === null ? row.requested_by?.namedByKey?.name : undefined
  return name === undefined ? {} : { requestedBy: name }
}
