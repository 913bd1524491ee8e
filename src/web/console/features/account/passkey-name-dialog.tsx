import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { renamePasskeyRequestSchema } from '#protocol/org/members.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { ownPasskeysQuery } from './own-passkeys.ts'

type PasskeyNameDialogProps = {
  title: string
  purpose: string
  /** The button's label. */
  action: string
  name: string
  send: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a passkey, then sends it. */
export function PasskeyNameDialog({ title, purpose, action, name, send, onClose }: PasskeyNameDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm<z.infer<typeof renamePasskeyRequestSchema>>({
    resolver: zodResolver(renamePasskeyRequestSchema),
    defaultValues: { name },
  })
  const { submit, problem, isPending } = useSubmit(form, {
    send: (values) => send(values.name.trim()),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: ownPasskeysQuery().queryKey })
      onClose()
    },
    fields: { name: 'name' },
  })
  return (
    <FormDialog
      title={title}
      purpose={purpose}
      onClose={onClose}
      onSubmit={submit}
      problem={problem}
      action={isPending ? t('Waiting for your passkey') : action}
      pending={isPending}
    >
      <TextField
        label={t('Name')}
        hint={t('For example “Phone” or “Security key in the safe”.')}
        autoFocus
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  )
}
