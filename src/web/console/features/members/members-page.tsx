import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import * as z from 'zod/mini'
import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { emailSchema } from '#protocol/email-schema.ts'
import { MEMBER_INVITATION_SECONDS } from '#protocol/limits.ts'
import { type Invited, type Member, inviteRequestSchema } from '#protocol/members.ts'
import { mayGovern } from '#protocol/roles.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Button, useMay, DialogButton } from '#web/console/components/button.tsx'
import { Card, SkeletonRows, ListRow } from '#web/console/components/card.tsx'
import { FormDialog, DoneDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Notice, ChangeButton } from '#web/console/components/notice.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SecretText } from '#web/console/components/secret-dialog.tsx'
import { actionsColumn, DataTable } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { Together } from '#web/console/components/together.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useDialogAt } from '#web/console/lib/dialog-at.ts'
import { roleName, displayName, formatShort } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { ManageMemberDialog, RoleChoices, invitationsQuery } from './manage-member-dialog.tsx'

export function MembersPage(): ReactElement {
  const members = useLiveQuery(membersQuery())
  const { may: mayInvite } = useMay(MEMBER_ENDPOINTS.listInvitations)
  const [isInviting, setIsInviting] = useDialogAt('invitation')
  return (
    <Page
      title={t('Members')}
      actions={
        <Button access={MEMBER_ENDPOINTS.inviteMember} tone="add" onClick={() => setIsInviting(true)}>
          {t('Invite')}
        </Button>
      }
    >
      <Together>
        <Card flush>
          <Loaded query={members} skeleton={<SkeletonRows rows={2} label={t('Loading the members')} />}>
            {(list) => <MembersTable members={list} />}
          </Loaded>
        </Card>
        {mayInvite && <InvitationsCard />}
      </Together>
      {isInviting && mayInvite && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}

function MembersTable({ members }: { members: readonly Member[] }) {
  const { admin: own } = useSession()
  const governs = members.some(({ role }) => mayGovern(own.role, role))
  return (
    <DataTable
      name="members"
      label={t('Members')}
      items={members}
      getKey={({ id }) => id}
      isWhole
      columns={{
        name: {
          head: t('Name'),
          cell: (member) => (
            <span className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
              {displayName(member.name)}
              {member.id === own.id && <Badge tone="info">{t('You')}</Badge>}
            </span>
          ),
        },
        role: {
          head: t('Role'),
          from: 'sm',
          className: 'text-sm',
          cell: ({ role }) => roleName(role),
          below: true,
        },
        lastSeen: { head: t('Last seen'), from: 'md', cell: lastSeen, below: true },
        passkeys: {
          head: t('Passkeys'),
          from: 'lg',
          className: 'text-sm text-muted tabular-nums',
          cell: ({ passkeys }) => passkeys,
        },
        joined: {
          head: t('Joined'),
          from: 'lg',
          cell: ({ joinedAtDatetime }) => <TimeAgo datetime={joinedAtDatetime} />,
        },
        actions:
          governs &&
          actionsColumn(
            (member: Member) =>
              mayGovern(own.role, member.role) && (
                <DialogButton
                  of={displayName(member.name)}
                  dialog={(close) => <ManageMemberDialog member={member} onClose={close} />}
                >
                  {t('Manage')}
                </DialogButton>
              ),
          ),
      }}
    />
  )
}

function lastSeen({ lastSeenAtDatetime }: Member) {
  return lastSeenAtDatetime === null ? t('Not signed in') : <TimeAgo datetime={lastSeenAtDatetime} />
}

function InvitationsCard() {
  const { role } = useSession().admin
  const invitations = useLiveQuery(invitationsQuery())
  return (
    <Card
      title={t('Open invitations')}
      note={t(
        'Single-use links, valid for {days} days. A link stops working if its sender can no longer grant the role.',
        { days: MEMBER_INVITATION_SECONDS / 86_400 },
      )}
      flush
    >
      <Loaded
        query={invitations}
        skeleton={<SkeletonRows rows={1} label={t('Loading the invitations')} />}
        isEmpty={(list) => list.invitations.length === 0}
        empty={<p className="px-4 py-4 text-sm text-muted">{t('No open invitations.')}</p>}
      >
        {(list) => (
          <ul className="divide-y divide-line">
            {list.invitations.map((invitation) => {
              const to = invitation.email === null ? roleName(invitation.role) : displayName(invitation.email)
              return (
                <ListRow
                  key={invitation.id}
                  title={to}
                  actions={
                    mayGovern(role, invitation.role) && (
                      <ChangeButton
                        of={to}
                        change={() =>
                          consoleApi.call(MEMBER_ENDPOINTS.revokeInvitation, {
                            params: { invitationId: invitation.id },
                          })
                        }
                        list={invitationsQuery().queryKey}
                      >
                        {t('Revoke')}
                      </ChangeButton>
                    )
                  }
                >
                  <Rich
                    text="{role}, invited by {name}, expires {when}"
                    parts={{
                      role: roleName(invitation.role),
                      name: displayName(invitation.invitedBy),
                      when: <TimeAgo isDue datetime={invitation.expiresAtDatetime} />,
                    }}
                  />
                </ListRow>
              )
            })}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const formSchema = z.object({
  role: inviteRequestSchema.shape.role,
  email: z.union([z.literal(''), emailSchema]),
})
/** Invites a member. Only the response contains the link, so no cache may store it. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Invited | null>(null)
  const canMail = useQuery(invitationsQuery()).data?.canMail === true
  const queryClient = useQueryClient()
  const { field, frame } = useSchemaForm(formSchema, {
    defaultValues: { role: 'read-only', email: '' },
    send: ({ role, email }, idempotencyKey) =>
      consoleApi.call(MEMBER_ENDPOINTS.inviteMember, {
        body: email === '' ? { role } : { role, email },
        idempotencyKey,
      }),
    onDone: (made) => {
      void queryClient.invalidateQueries({ queryKey: invitationsQuery().queryKey })
      setInvited(made)
    },
  })
  if (invited !== null)
    return (
      <DoneDialog
        title={t('Invitation as {role}', { role: roleName(invited.role) })}
        purpose={t('Share this link privately with one person.')}
        onClose={onClose}
        size="md"
      >
        <SecretText secret={invited.link} what={t('invitation link')} aria-label={t('Invitation link')} />
        <MailNotice invited={invited} />
        <p className="text-sm text-muted">
          {t('It works once, until {time}. It is displayed only now; you can revoke it at any time.', {
            time: formatShort(invited.expiresAtDatetime),
          })}
        </p>
      </DoneDialog>
    )
  return (
    <FormDialog
      title={t('Invite a member')}
      purpose={t('You get a link for one person, who enters a name and creates a passkey with it.')}
      onClose={onClose}
      size="md"
      {...frame}
      action={t('Create invitation')}
    >
      <RoleChoices {...field('role')} />
      {canMail && (
        <TextField
          type="email"
          label={t('Email')}
          optional
          hint={t('The link is also sent to this address.')}
          {...field('email')}
        />
      )}
    </FormDialog>
  )
}

function MailNotice({ invited }: { invited: Invited }) {
  if (invited.email === null) return null
  if (invited.mailed) {
    return <Notice tone="success">{t('The link was sent to {email}.', { email: invited.email })}</Notice>
  }
  return (
    <Notice tone="warning" title={t('The mail could not be sent')}>
      {t('The link still works: share it yourself.')}
    </Notice>
  )
}
