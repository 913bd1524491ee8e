import { useQuery } from '@tanstack/react-query'
import type { Invitation } from '#protocol/org/members.ts'
import { mayGovern, type Role } from '#protocol/org/roles.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { roleName } from '#web/console/lib/role-words.ts'
import { displayName } from '#web/console/lib/display-names.ts'
import { useChange } from '#web/console/lib/use-change.ts'
import { t } from '#web/ui/text.ts'
import { revokeInvitation, invitationsQuery } from './member-requests.ts'

/** The unused invitations. */
export function InvitationsCard({ role }: { role: Role }) {
  const invitations = useQuery(invitationsQuery())
  return (
    <Card
      title={t('Open invitations')}
      note={t('Each works once, for seven days, while its sender may grant that role.')}
      flush
    >
      <Loaded query={invitations} skeleton={<SkeletonRows rows={1} label={t('Loading the invitations')} />}>
        {(list) =>
          list.invitations.length === 0 ? (
            <p className="px-4 py-4 text-sm text-muted">{t('No open invitations.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {list.invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  mayRevoke={mayGovern(role, invitation.role)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function InvitationRow({ invitation, mayRevoke }: { invitation: Invitation; mayRevoke: boolean }) {
  const revoke = useChange(() => revokeInvitation(invitation.id), invitationsQuery().queryKey)
  const to = invitation.email === null ? roleName(invitation.role) : displayName(invitation.email)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium [overflow-wrap:anywhere]">{to}</p>
        <p className="text-sm text-muted">
          <Rich
            text="{role}, invited by {name}, expires {when}"
            parts={{
              role: roleName(invitation.role),
              name: displayName(invitation.invitedBy),
              when: <TimeAgo datetime={invitation.expiresAtDatetime} />,
            }}
          />
        </p>
        <ProblemPanel error={revoke.error} />
      </div>
      {mayRevoke && (
        <Button pending={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('Revoke')}
          <span className="sr-only"> {to}</span>
        </Button>
      )}
    </li>
  )
}
