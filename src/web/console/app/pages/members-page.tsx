import { useState } from 'react'
import type { Invited } from '#protocol/members.ts'
import { Button, useMay } from '#web/console/components/button.tsx'
import { Card, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import {
  InvitationLinkDialog,
  InviteDialog,
  InvitationsCard,
} from '#web/console/features/members/invitations-card.tsx'
import { MembersTable } from '#web/console/features/members/members-table.tsx'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { t } from '#web/ui/text.ts'
import { membersQuery } from '#web/console/features/members/manage-member-dialog.tsx'

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
