import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { emailSchema } from '#protocol/baas/fields.ts'
import { inviteRequestSchema, type Invited } from '#protocol/org/members.ts'
import type { Role } from '#protocol/org/roles.ts'
import { Button } from '#web/console/components/button.tsx'
import { Dialog, FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { SecretText } from '#web/console/components/secret-dialog.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { roleName } from '#web/console/lib/role-words.ts'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { invitationsQuery, invite } from './member-requests.ts'
import { RoleChoices } from './role-choices.tsx'

const formSchema = z.object({
  role: inviteRequestSchema.shape.role,
  email: z.union([z.literal(''), emailSchema]),
})
type FormValues = { role: Role; email: string }

type InviteDialogProps = {
  giver: Role
  canMail: boolean
  onInvited: (invited: Invited) => void
  onClose: () => void
}

export function InviteDialog({ giver, canMail, onInvited, onClose }: InviteDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { role: 'read-only', email: '' },
  })
  const { submit, problem, isPending } = useSubmit(form, {
    send: ({ role, email }, key) => invite(email === '' ? { role } : { role, email }, key),
    onDone: (invited) => {
      void queryClient.invalidateQueries({ queryKey: invitationsQuery().queryKey })
      onInvited(invited)
    },
    fields: { role: 'role', email: 'email' },
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title={t('Invite a member')}
      purpose={t('You get a link for one person, who enters a name and creates a passkey with it.')}
      onClose={onClose}
      size="md"
      onSubmit={submit}
      problem={problem}
      action={t('Create invitation')}
      pending={isPending}
    >
      <RoleChoices giver={giver} control={form.register('role')} error={errors.role?.message} />
      {canMail && (
        <TextField
          type="email"
          label={t('Email')}
          optional
          hint={t('The link is also sent to this address.')}
          error={errors.email?.message}
          {...form.register('email')}
        />
      )}
    </FormDialog>
  )
}

/** The link, shown once. If it is lost, revoke the invitation and create another one. */
export function InvitationLinkDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  return (
    <Dialog
      title={t('Invitation as {role}', { role: roleName(invited.role) })}
      purpose={t('Share this link privately with one person.')}
      onClose={onClose}
      size="md"
    >
      <div className="flex flex-col gap-4">
        <SecretText secret={invited.link} what={t('invitation link')} aria-label={t('Invitation link')} />
        <MailNotice invited={invited} />
        <p className="text-sm text-muted">
          {t('It works once, until {time}. It is displayed only now; you can revoke it at any time.', {
            time: formatAbsolute(invited.expiresAtDatetime),
          })}
        </p>
        <div className="flex justify-end">
          <Button tone="primary" size="md" onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
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
