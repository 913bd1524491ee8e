import type { Member } from '#protocol/members.ts'
import { mayGovern, type Role } from '#protocol/console-access.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Button } from '#web/console/components/button.tsx'
import { Cell, HeadCell, Row, Table } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { roleName } from '#web/console/lib/role-words.ts'
import { displayName } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'

type MembersTableProps = {
  members: readonly Member[]
  own: { id: string; role: Role }
  onManage: (member: Member) => void
}

export function MembersTable({ members, own, onManage }: MembersTableProps) {
  const governs = members.some(({ role }) => mayGovern(own.role, role))
  return (
    <Table label={t('Members')}>
      <thead>
        <tr>
          <HeadCell>{t('Name')}</HeadCell>
          <HeadCell className="hidden sm:table-cell">{t('Role')}</HeadCell>
          <HeadCell className="hidden md:table-cell">{t('Last seen')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Passkeys')}</HeadCell>
          <HeadCell className="hidden lg:table-cell">{t('Joined')}</HeadCell>
          {governs && (
            <HeadCell>
              <span className="sr-only">{t('Actions')}</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.id}>
            <Cell>
              <span className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
                {displayName(member.name)}
                {member.id === own.id && <Badge tone="info">{t('You')}</Badge>}
              </span>
              <span className="block text-sm text-muted sm:hidden">{roleName(member.role)}</span>
              <span className="block text-sm text-muted md:hidden">
                <LastSeen member={member} />
              </span>
            </Cell>
            <Cell className="hidden text-sm sm:table-cell">{roleName(member.role)}</Cell>
            <Cell className="hidden text-sm text-muted md:table-cell">
              <LastSeen member={member} />
            </Cell>
            <Cell className="hidden text-sm text-muted tabular-nums lg:table-cell">{member.passkeys}</Cell>
            <Cell className="hidden text-sm text-muted lg:table-cell">
              <TimeAgo datetime={member.joinedAtDatetime} />
            </Cell>
            {governs && (
              <Cell className="text-right">
                {mayGovern(own.role, member.role) && (
                  <Button onClick={() => onManage(member)}>
                    {t('Manage')}
                    <span className="sr-only"> {displayName(member.name)}</span>
                  </Button>
                )}
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function LastSeen({ member }: { member: Member }) {
  if (member.lastSeenAtDatetime === null) return t('Not signed in')
  return <TimeAgo datetime={member.lastSeenAtDatetime} />
}
