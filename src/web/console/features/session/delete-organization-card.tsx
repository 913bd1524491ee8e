import { Card } from '#web/console/components/card.tsx'
import { ConfirmButton } from '#web/console/components/dialog.tsx'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { deleteOrganization } from './enter-organization.ts'

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
