import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { emailSchema } from '#protocol/baas/fields.ts'
import { inviteRequestSchema, type Invited } from '#protocol/org/members.ts'
import type { Role } from '#protocol/org/roles.ts'
import { DialogActions } from '#web/console/components/dialog-actions.tsx'
import { Dialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { invite } from './invite.ts'
import { invitationsQuery } from './list-invitations.query.ts'
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
    <Dialog
      title={t('Invite a member')}
      purpose={t('You get a link for one person, who enters a name and creates a passkey with it.')}
      onClose={onClose}
      size="md"
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
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
        <ProblemPanel error={problem} />
        <DialogActions action={t('Create invitation')} pending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
