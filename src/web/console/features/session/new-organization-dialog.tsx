import { createOrganizationRequestSchema } from '#protocol/members.ts'
import { FormDialog } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { createOrganization } from './enter-organization.ts'

export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { field, frame, isSuccess } = useSchemaForm(createOrganizationRequestSchema, {
    defaultValues: { name: '' },
    send: ({ name }) => createOrganization(name.trim()),
    onDone: () => undefined,
  })
  return (
    <FormDialog
      title={t('New organization')}
      purpose={t('It has its own wallets, keys, domains and members. You are its owner.')}
      onClose={onClose}
      {...frame}
      action={t('Create organization')}
      pending={frame.pending || isSuccess}
    >
      <TextField label={t('Name')} autoFocus {...field('name')} />
    </FormDialog>
  )
}
