import type { ReactElement } from 'react'
import { OWN_ORGANIZATION_ENDPOINTS } from '#protocol/console/own-organization-endpoints.ts'
import { createOrganizationRequestSchema } from '#protocol/members.ts'
import { Card } from '#web/console/components/card.tsx'
import { FormDialog, ConfirmButton } from '#web/console/components/dialog.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { enterOrganization } from './enter-organization.ts'

export function NewOrganizationDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { field, frame, isSuccess } = useSchemaForm(createOrganizationRequestSchema, {
    defaultValues: { name: '' },
    send: ({ name }) =>
      consoleApi.call(OWN_ORGANIZATION_ENDPOINTS.createOrganization, { body: { name: name.trim() } }),
    // Continues with the new organization's domains, which wallets require.
    onDone: (session) => enterOrganization(session, paths.domains.href()),
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

export function DeleteOrganizationCard(): ReactElement {
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
            button={{ access: OWN_ORGANIZATION_ENDPOINTS.deleteOrganization, tone: 'danger' }}
            title={t('Delete this organization?')}
            action={t('Delete organization')}
            name={name}
            run={() => consoleApi.call(OWN_ORGANIZATION_ENDPOINTS.deleteOrganization, { body: { name } })}
            // Every tab continues in another organization of the person, or at the sign-in page.
            onDone={(session) => enterOrganization(session)}
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
