import { DialogButton } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ConfirmDialog } from '#web/console/components/dialog.tsx'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { deleteOrganization } from './enter-organization.ts'

/** Deletes an organization that is no longer needed. */
export function DeleteOrganizationCard() {
  const session = useSession()
  return (
    <Card title={t('Delete this organization')}>
      <div className="flex flex-col items-start gap-4">
        <p className="text-muted">
          {session.hostedUpstream
            ? t('The connected service manages this organization: ask its operator to delete it.')
            : t(
                'Its keys, integrations, webhooks and domains stop working immediately, for every member. An organization that has wallets cannot be deleted.',
              )}
        </p>
        {!session.hostedUpstream && (
          <DialogButton
            route="POST /api/organization/deletion"
            tone="danger"
            dialog={(close) => <DeleteOrganizationDialog name={session.organization.name} onClose={close} />}
          >
            {t('Delete organization')}
          </DialogButton>
        )}
      </div>
    </Card>
  )
}

function DeleteOrganizationDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Delete this organization?')}
      action={t('Delete organization')}
      name={name}
      run={() => deleteOrganization(name)}
      // It ends in another organization, or at the sign-in.
      onDone={() => undefined}
      onClose={onClose}
    >
      <p>
        {t(
          'No member can open it any more, and its API keys stop working immediately. The server keeps its audit log. This cannot be undone.',
        )}
      </p>
    </ConfirmDialog>
  )
}
