import { createOrganizationRequestSchema } from '#protocol/members.ts'
import { FormDialog, ConfirmButton } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { createOrganization, deleteOrganization } from './enter-organization.ts'
import { Card } from '#web/console/components/card.tsx'
import { useSession } from '#web/console/lib/session.query.ts'

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

export function DeleteOrganizationCard() {
  const { hostedUpstream, organization } = useSession()
  const { name } = organization
  return (
    <Card title={t('Delete this organization')}>
      <div className="flex flex-col items-start gap-4">
        <p className="text-muted">
          {hostedUpstream
            ? t('The connected service manages this organization: ask its operator to delete it.')
            : t(
                'Its keys, integrations, webhooks and domains stop working immediately, for every member. An organization that has wallets cannot be deleted.',
              )}
        </p>
        {!hostedUpstream && (
          <ConfirmButton
            label={t('Delete organization')}
            button={{ route: 'POST /api/organization/deletion', tone: 'danger' }}
            title={t('Delete this organization?')}
            action={t('Delete organization')}
            name={name}
            run={() => deleteOrganization(name)}
            // It ends in another organization, or at the sign-in.
            onDone={() => undefined}
          >
            {t(
              'No member can open it any more, and its API keys stop working immediately. The server keeps its audit log. This cannot be undone.',
            )}
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}
