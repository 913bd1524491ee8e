import { useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactElement } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import type { Member } from '#protocol/members.ts'
import { type Role, mayGovern, ROLES } from '#protocol/roles.ts'
import { Button, DialogButton } from '#web/console/components/button.tsx'
import { AskDialog, ConfirmDialog, Dialog } from '#web/console/components/dialog.tsx'
import { ChoiceList } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { SecretText } from '#web/console/components/secret-dialog.tsx'
import { consoleApi, useChange } from '#web/console/lib/api.ts'
import { displayName, roleName, roleNote, formatShort } from '#web/console/lib/display.ts'
import { membersQuery } from '#web/console/lib/members.query.ts'
import { reloadApp } from '#web/console/lib/reload-app.ts'
import type { RowQuery } from '#web/console/lib/row-query.ts'
import { sessionQuery, useSession } from '#web/console/lib/session.query.ts'
import { useSubmit } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'

const ofMember = ({ id }: Member) => ({ params: { memberId: id } })

type ManageMemberDialogProps = { member: Member; onClose: () => void }

/** Manages a member: changes the role, ends sessions, or removes the member. */
export function ManageMemberDialog({ member, onClose }: ManageMemberDialogProps): ReactElement {
  const [isRemoving, setIsRemoving] = useState(false)
  const { admin } = useSession()
  const mayRecover = admin.role === 'owner' && admin.id !== member.id
  if (isRemoving) return <RemoveMemberDialog member={member} onClose={onClose} />
  return (
    <Dialog
      title={displayName(member.name)}
      purpose={t('What this person can do in this organization.')}
      onClose={onClose}
      size="md"
    >
      <div className="flex flex-col gap-6">
        <RoleForm member={member} onClose={onClose} />
        <div className="flex flex-wrap items-start gap-2 border-t border-line pt-4">
          <EndSessions member={member} />
          {mayRecover && <RecoveryLinkButton member={member} />}
          <Button tone="danger" className="ml-auto" onClick={() => setIsRemoving(true)}>
            {t('Remove from the organization')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function RoleForm({ member, onClose }: ManageMemberDialogProps) {
  const { admin: own } = useSession()
  const queryClient = useQueryClient()
  const form = useForm<{ role: Role }>({ defaultValues: { role: member.role }, shouldFocusError: false })
  const chosen = useWatch({ control: form.control, name: 'role' })
  const { frame } = useSubmit(form, {
    send: (body) => consoleApi.call(MEMBER_ENDPOINTS.changeRole, { ...ofMember(member), body }),
    refetch: membersQuery().queryKey,
    onDone: async () => {
      if (member.id === own.id) await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
      onClose()
    },
  })
  return (
    <Form
      {...frame}
      action={t('Change role')}
      button={{ refusing: chosen === member.role, className: 'ml-auto' }}
    >
      <RoleChoices {...form.register('role')} />
    </Form>
  )
}

function EndSessions({ member }: { member: Member }) {
  const end = useChange(
    () => consoleApi.call(MEMBER_ENDPOINTS.endMemberSessions, ofMember(member)),
    membersQuery().queryKey,
  )
  if (member.sessions === 0 && end.isIdle) return null
  return (
    <div className="flex flex-col gap-2">
      <Button icon="signOut" pending={end.isPending} refusing={end.isSuccess} onClick={() => end.mutate()}>
        {end.isSuccess
          ? t('Sessions ended')
          : t('{count, plural, one {End # session} other {End # sessions}}', { count: member.sessions })}
      </Button>
      <ProblemPanel error={end.error} />
    </div>
  )
}

/**
 * Creates a recovery link for a member who has lost every passkey. Only the response contains the link, which
 * is displayed until the dialog is closed.
 */
function RecoveryLinkButton({ member }: { member: Member }) {
  const start = useChange(
    () => consoleApi.call(MEMBER_ENDPOINTS.startRecovery, ofMember(member)),
    membersQuery().queryKey,
  )
  if (start.data === undefined)
    return (
      <div className="flex flex-col gap-2">
        <DialogButton
          icon="passkey"
          dialog={(close) => (
            <AskDialog
              title={t('Create a recovery link?')}
              purpose={t('Whoever opens it can create a passkey for {name} and act in their name.', {
                name: displayName(member.name),
              })}
              action={t('Create a recovery link')}
              tone="danger"
              run={start}
              onClose={close}
            />
          )}
        >
          {t('Create a recovery link')}
        </DialogButton>
      </div>
    )
  return (
    <div className="flex w-full flex-col gap-2">
      <SecretText secret={start.data.link} what={t('recovery link')} aria-label={t('Recovery link')} />
      <p className="text-sm text-muted">
        {t(
          'Share it privately with this person: whoever opens it can create a passkey and act in their name. It works once, until {time}.',
          { time: formatShort(start.data.expiresAtDatetime) },
        )}
      </p>
    </div>
  )
}

function RemoveMemberDialog({ member, onClose }: ManageMemberDialogProps) {
  const isOwn = member.id === useSession().admin.id
  return (
    <ConfirmDialog
      title={isOwn ? t('Leave this organization?') : t('Remove this member?')}
      action={isOwn ? t('Leave') : t('Remove member')}
      name={displayName(member.name)}
      run={() => consoleApi.call(MEMBER_ENDPOINTS.removeMember, ofMember(member))}
      list={membersQuery().queryKey}
      {...(isOwn && { onDone: () => reloadApp() })}
      onClose={onClose}
    >
      <p>
        {t(
          'Their sessions in this organization end immediately. API keys and integrations they created keep working: review them.',
        )}
      </p>
    </ConfirmDialog>
  )
}

/** Roles that the signed-in member may assign. */
export function RoleChoices(
  props: Omit<ComponentProps<typeof ChoiceList>, 'legend' | 'kind' | 'choices'>,
): ReactElement {
  const { admin } = useSession()
  const choices = ROLES.filter((role) => mayGovern(admin.role, role)).map((role) => ({
    value: role,
    label: roleName(role),
    note: roleNote(role),
  }))
  return <ChoiceList legend={t('Role')} kind="radio" choices={choices} {...props} />
}

export const invitationsQuery = (): RowQuery<typeof MEMBER_ENDPOINTS.listInvitations> =>
  consoleApi.query(['invitations'], MEMBER_ENDPOINTS.listInvitations)
