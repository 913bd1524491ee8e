import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'

const NAME_LENGTH_MAX = 60

/**
 * Effect of the organization's policies on a call, before it is signed. Renders nothing if no policy blocks
 * or holds it.
 */
export function PolicyNotice({ verdict }: { verdict: PolicyVerdict }): ReactElement | null {
  switch (verdict.outcome) {
    case 'passes':
      return null
    case 'blocked':
      return (
        <Notice
          tone="danger"
          title={t('Blocked by the policy “{name}”', { name: shownName(verdict) })}
          announce
        >
          {t('It cannot be sent. Change it, or ask an administrator to change the policy.')}
        </Notice>
      )
    case 'needs-approval':
      return verdict.by === 'end-user' ? (
        <Notice tone="info" title={t('Needs the end-user’s approval')}>
          {t('It is sent once the end-user approves it in the approval app.')}
        </Notice>
      ) : (
        <AdministratorNotice verdict={verdict} />
      )
  }
}

type ByAdministrator = Extract<PolicyVerdict, { by: 'administrator' }>

function AdministratorNotice({ verdict }: { verdict: ByAdministrator }) {
  const members = useQuery(secondary('members', membersQuery())).data
  const member = members?.find(({ id }) => id === verdict.administratorId)
  const policy = shownName(verdict)
  const title =
    member === undefined
      ? t('Needs the approval of another administrator (policy “{policy}”)', { policy })
      : t('Needs {person}’s approval (policy “{policy}”)', {
          person: harmlessText(member.name, NAME_LENGTH_MAX).text,
          policy,
        })
  return (
    <Notice tone="info" title={title}>
      {t('It is sent once they approve it in the approval app.')}
    </Notice>
  )
}

const shownName = ({ policyName }: { policyName: string }) => harmlessText(policyName, NAME_LENGTH_MAX).text
