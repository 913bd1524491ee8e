import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { COMMENT_LENGTH_MAX } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { Member } from '#protocol/members.ts'
import type { AskedApprover } from '#protocol/organization-transactions.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { approverName } from '#web/console/lib/approver-name.ts'
import { formatNumber } from '#web/console/lib/display.ts'
import { formatChoice, formatList } from '#web/console/lib/format-list.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTransaction } from './organization-transactions.tsx'
import { countAble } from './waiting-approvals.ts'

/** Present names of members by id. Empty while they are not known. */
export function useMembers(): readonly Member[] {
  return useQuery(secondary('members', membersQuery())).data ?? []
}

type Approvals = Pick<ShownTransaction, 'approvers' | 'approval'>

/** The number of approvals, and the people who gave them or still may, as one sentence. */
export function approvalsText({ approvers = [], approval }: Approvals, members: readonly Member[]): string {
  const names = (list: readonly AskedApprover[]) => list.map((one) => approverName(one, members))
  const { able, required, isStuck } = countAble({ approvers, approval })
  if (isStuck)
    return t(
      '{required, plural, one {Needs # approval} other {Needs # approvals}}, and only {able} of its approvers can still decide: nobody can approve it. Cancel it, change the policy, and sign it again.',
      { required, able: formatNumber(able) },
    )
  const approved = names(approvers.filter(({ decision }) => decision === 'approve'))
  const open = names(approvers.filter(({ decision, removed }) => decision === undefined && removed !== true))
  const count = {
    given: String(approval?.approvalsGiven ?? 0),
    required,
    approved: formatList(approved),
    open: formatChoice(open),
  }
  return approved.length === 0
    ? t('{given} of {required, plural, one {# approval} other {# approvals}}. Waiting for {open}.', count)
    : t(
        '{given} of {required, plural, one {# approval} other {# approvals}}. Approved by {approved}, waiting for {open}.',
        count,
      )
}

/** Everyone who is asked for an approval, with their decisions and comments. */
export function ApproverList({ approvers }: { approvers: readonly AskedApprover[] }): ReactElement {
  const members = useMembers()
  const hasComments = approvers.some(({ comment }) => comment !== undefined)
  return (
    <div>
      <ul className="divide-y divide-line border-y border-line">
        {approvers.map((approver) => (
          <li key={approver.email} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="mr-auto min-w-0">
              <p className="font-medium [overflow-wrap:anywhere]">{approverName(approver, members)}</p>
              {approver.comment !== undefined && (
                <p className="text-sm text-muted [overflow-wrap:anywhere]">
                  {harmlessText(approver.comment, COMMENT_LENGTH_MAX).text}
                </p>
              )}
              {approver.carriedOver === true && (
                <p className="text-sm text-muted">{t('Carried over from the request that expired')}</p>
              )}
            </div>
            {approver.decidedAtDatetime !== undefined && (
              <p className="text-sm text-muted">
                <TimeAgo datetime={approver.decidedAtDatetime} />
              </p>
            )}
            <DecisionBadge {...approver} />
          </li>
        ))}
      </ul>
      {hasComments && (
        <p className="mt-2 text-sm text-muted">{t('Comments are not signed with the passkey.')}</p>
      )}
    </div>
  )
}

function DecisionBadge({ decision, removed }: Pick<AskedApprover, 'decision' | 'removed'>) {
  if (removed === true) return <StateBadge tone="warning" label={t('Removed')} />
  switch (decision) {
    case 'approve':
      return <StateBadge tone="success" label={t('Approved')} />
    case 'reject':
      return <StateBadge tone="danger" label={t('Declined')} />
    case undefined:
      return <StateBadge tone="neutral" label={t('Not decided')} />
  }
}
