import type { Member } from '#protocol/members.ts'
import { mayGovern } from '#protocol/console-access.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { DialogButton } from '#web/console/components/button.tsx'
import { DataTable } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/values.tsx'
import { roleName } from '#web/console/lib/role-words.ts'
import { displayName } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { ManageMemberDialog } from './manage-member-dialog.tsx'

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
