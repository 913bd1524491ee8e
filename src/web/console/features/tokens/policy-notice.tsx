import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { harmlessText } from '#protocol/display/text.ts'
import { EXECUTE_EXPIRATION_SECONDS_MAX } from '#protocol/limits.ts'
import type { Member } from '#protocol/members.ts'
import type { PolicyVerdict } from '#protocol/simulation.ts'
import { Notice } from '#web/console/components/notice.tsx'
import { useCallContext } from '#web/console/lib/calls.ts'
import { formatList, formatNames } from '#web/console/lib/format-list.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { listCoins, policiesQuery, ruleText } from '#web/console/lib/policy-words.ts'
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
  const members = useQuery(secondary('members', membersQuery())).data ?? []
  const rule = useQuery(secondary('policies', policiesQuery())).data?.find(
    ({ id }) => id === verdict.policyId,
  )?.rule
  const { chainId, tokens, isLoading } = useCallContext()
  const sentence = rule && !isLoading ? ruleText(rule, listCoins(tokens, chainId), members) : undefined
  return (
    <Notice tone="info" title={describeTitle(verdict, members)}>
      {sentence !== undefined && (
        <p>{t('Policy “{policy}”: {sentence}.', { policy: shownName(verdict), sentence })}</p>
      )}
      <p>
        {t(
          'It is sent once they approve it in the approval app. Your signature stays valid for up to {hours} hours.',
          {
            hours: EXECUTE_EXPIRATION_SECONDS_MAX / 3_600,
          },
        )}
      </p>
    </Notice>
  )
}

function describeTitle(verdict: ByAdministrator, members: readonly Member[]): string {
  const policy = shownName(verdict)
  const { approvers = [{ administratorId: verdict.administratorId }], approvalsRequired: required = 1 } =
    verdict
  const names = approvers.flatMap(({ administratorId, ...named }) => {
    const name =
      members.find(({ id }) => id === administratorId)?.name ?? ('name' in named ? named.name : undefined)
    return name === undefined ? [] : [harmlessText(name, NAME_LENGTH_MAX).text]
  })
  if (names.length < approvers.length)
    return t(
      '{required, plural, one {Needs the approval of another administrator (policy “{policy}”)} other {Needs # approvals of other administrators (policy “{policy}”)}}',
      { policy, required },
    )
  if (names.length === required) return t('Needs the approval of {people}', { people: formatList(names) })
  return t('Needs {required} of {people}', {
    required,
    people: formatNames(names),
  })
}

const shownName = ({ policyName }: { policyName: string }) => harmlessText(policyName, NAME_LENGTH_MAX).text
