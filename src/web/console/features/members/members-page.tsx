import { useState } from 'react'
import type { Invited, Member } from '#protocol/members.ts'
import { Button, useMay, DialogButton } from '#web/console/components/button.tsx'
import { Card, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { InvitationLinkDialog, InviteDialog, InvitationsCard } from './invitations-card.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { membersQuery, ManageMemberDialog } from './manage-member-dialog.tsx'
import { mayGovern } from '#protocol/console-access.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/values.tsx'
import { roleName, displayName } from '#web/console/lib/display-names.ts'
import { useSession } from '#web/console/lib/session.query.ts'

export function MembersPage() {
  const members = useLiveQuery(membersQuery())
  const { may: mayInvite } = useMay('GET /api/invitations')
  const [isInviting, setIsInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <Page
      title={t('Members')}
      purpose={t('The people in this organization and their roles.')}
      actions={
        <Button route="POST /api/invitations" tone="primary" icon="plus" onClick={() => setIsInviting(true)}>
          {t('Invite')}
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <Card flush>
          <Loaded query={members} skeleton={<SkeletonRows rows={2} label={t('Loading the members')} />}>
            {(list) => <MembersTable members={list} />}
          </Loaded>
        </Card>
        {mayInvite && <InvitationsCard />}
      </div>
      {isInviting && (
        <InviteDialog
          onInvited={(made) => {
            setIsInviting(false)
            setInvited(made)
          }}
          onClose={() => setIsInviting(false)}
        />
      )}
      {invited !== null && <InvitationLinkDialog invited={invited} onClose={() => setInvited(null)} />}
    </Page>
  )
}

export function MembersTable({ members }: { members: readonly Member[] }) {
  const { admin: own } = useSession()
  const governs = members.some(({ role }) => mayGovern(own.role, role))
  return (
    <DataTable
      label={t('Members')}
      items={members}
      keyOf={({ id }) => id}
      isWhole
      columns={[
        {
          head: t('Name'),
          cell: (member) => (
            <span className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
              {displayName(member.name)}
              {member.id === own.id && <Badge tone="info">{t('You')}</Badge>}
            </span>
          ),
        },
        {
          head: t('Role'),
          from: 'sm',
          className: 'text-sm',
          cell: ({ role }) => roleName(role),
          below: true,
        },
        { head: t('Last seen'), from: 'md', cell: lastSeen, below: true },
        {
          head: t('Passkeys'),
          from: 'lg',
          className: 'text-sm text-muted tabular-nums',
          cell: ({ passkeys }) => passkeys,
        },
        {
          head: t('Joined'),
          from: 'lg',
          cell: ({ joinedAtDatetime }) => <TimeAgo datetime={joinedAtDatetime} />,
        },
        governs && {
          head: t('Actions'),
          kind: 'actions',
          cell: (member) =>
            mayGovern(own.role, member.role) && (
              <DialogButton dialog={(close) => <ManageMemberDialog member={member} onClose={close} />}>
                {t('Manage')}
                <span className="sr-only"> {displayName(member.name)}</span>
              </DialogButton>
            ),
        },
      ]}
    />
  )
}

function lastSeen({ lastSeenAtDatetime }: Member) {
  return lastSeenAtDatetime === null ? t('Not signed in') : <TimeAgo datetime={lastSeenAtDatetime} />
}
