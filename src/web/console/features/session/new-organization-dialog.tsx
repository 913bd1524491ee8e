import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { createOrganizationRequestSchema } from '#protocol/org/members.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { createOrganization } from './enter-organization.ts'

type FormValues = z.infer<typeof createOrganizationRequestSchema>

export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<FormValues>({
    resolver: zodResolver(createOrganizationRequestSchema),
    defaultValues: { name: '' },
  })
  const { submit, problem, isPending, isSuccess } = useSubmit(form, {
    send: ({ name }) => createOrganization(name.trim()),
    onDone: () => undefined,
    fields: { name: 'name' },
  })
  return (
    <FormDialog
      title={t('New organization')}
      purpose={t('It has its own wallets, keys, domains and members. You are its owner.')}
      onClose={onClose}
      onSubmit={submit}
      problem={problem}
      action={t('Create organization')}
      pending={isPending || isSuccess}
    >
      <TextField
        label={t('Name')}
        autoFocus
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  )
}
