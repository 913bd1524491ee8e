import { type Integration, INTEGRATION_GRACES_SECONDS } from '#protocol/console-api.ts'
import { Card, Facts } from '#web/console/components/card.tsx'
import { Rich, TimeAgo } from '#web/console/components/values.tsx'
import { t } from '#web/ui/text.ts'
import { useNow } from '#web/console/lib/use-now.ts'
import { IntegrationForm } from './integration-form.tsx'
import {
  integrationsQuery,
  operationLooks,
  rotateIntegrationSecret,
  updateIntegration,
} from './integration-requests.ts'
import { IntegrationStatus, originsOf } from './integrations-table.tsx'
import { runRoute } from '#web/console/lib/api.ts'
import { ChangeButton, Notice } from '#web/console/components/notice.tsx'
import { RotateSecret, RotationNotice } from '#web/console/components/secret-dialog.tsx'
import { ConfirmDialog, Dialog } from '#web/console/components/dialog.tsx'
import { formatAbsolute } from '#web/console/lib/format-time.ts'
import { displayLabel } from '#web/console/lib/display-names.ts'

export function IntegrationDetails({ integration }: { integration: Integration }) {
  const { id, operations, previousSecret, revokedAtDatetime } = integration
  const nowMs = useNow()
  const overlaps = previousSecret !== null && Date.parse(previousSecret.untilDatetime) > nowMs
  return (
    <Card title={t('Details')}>
      <Facts
        facts={{
          [t('Status')]: <IntegrationStatus integration={integration} />,
          [t('Origins')]: originsOf(integration),
          [t('Its users can')]: (
            <ul>
              {operations.map((operation) => (
                <li key={operation}>{operationLooks()[operation].label}</li>
              ))}
            </ul>
          ),
          [t('Secret')]: <span className="font-mono text-sm">{integration.start}…</span>,
          [t('Old secret')]: overlaps && <OldSecret integrationId={id} previousSecret={previousSecret} />,
          [t('Created')]: <TimeAgo datetime={integration.createdAtDatetime} />,
          [t('Revoked')]: revokedAtDatetime !== null && <TimeAgo datetime={revokedAtDatetime} />,
        }}
      />
    </Card>
  )
}

type OldSecretProps = {
  integrationId: string
  previousSecret: NonNullable<Integration['previousSecret']>
}

function OldSecret({ integrationId, previousSecret }: OldSecretProps) {
  return (
    <>
      <span className="font-mono text-sm">{previousSecret.start}…</span>
      <span className="block text-sm text-muted">
        <Rich
          text="ends {when}"
          parts={{ when: <TimeAgo isDue datetime={previousSecret.untilDatetime} /> }}
        />
      </span>
      <ChangeButton
        route="DELETE /api/integrations/:integrationId/previous-secret"
        silent
        className="mt-2"
        change={() =>
          runRoute('DELETE /api/integrations/:integrationId/previous-secret', { params: { integrationId } })
        }
        list={integrationsQuery().queryKey}
      >
        {t('End it now')}
      </ChangeButton>
    </>
  )
}

type Grace = (typeof INTEGRATION_GRACES_SECONDS)[number]
const DAY: Grace = 86_400
const graceWords = (): Record<Grace, string> => ({
  0: t('None (revoke now)'),
  3_600: t('One hour'),
  86_400: t('One day'),
  604_800: t('One week'),
})

type IntegrationDialogProps = { integration: Integration; onClose: () => void }

export function RotateIntegrationSecret({ integration, onClose }: IntegrationDialogProps) {
  const label = displayLabel(integration.label)
  return (
    <RotateSecret
      title={t('Rotate the secret of “{label}”', { label })}
      purpose={t('Your backend gets a new secret. Both open widget sessions until the grace period ends.')}
      hint={t('Long enough to replace it in every backend of yours.')}
      action={t('Rotate secret')}
      graces={INTEGRATION_GRACES_SECONDS.map((seconds) => ({ seconds, label: graceWords()[seconds] }))}
      initialSeconds={DAY}
      warnings={(graceSeconds) => <Warnings integration={integration} grace={graceSeconds} />}
      send={(graceSeconds, key) => rotateIntegrationSecret(integration.id, graceSeconds, key)}
      secretTitle={t('The new secret of “{label}”', { label })}
      what={t('integration secret')}
      note={({ previousSecret }) =>
        previousSecret === null
          ? t('The old secret no longer works. Give your backend this one now.')
          : t('The old secret works until {time}. Give your backend this one before then.', {
              time: formatAbsolute(previousSecret.untilDatetime),
            })
      }
      list={integrationsQuery().queryKey}
      onClose={onClose}
    />
  )
}

function Warnings({ integration: { previousSecret }, grace }: { integration: Integration; grace: number }) {
  return (
    <>
      {grace === 0 && (
        <Notice tone="warning">
          {t('For a secret that has leaked. The widget does not work until your backend has the new one.')}
        </Notice>
      )}
      {previousSecret !== null && <RotationNotice until={previousSecret.untilDatetime} />}
    </>
  )
}

export function EditIntegrationDialog({ integration, onClose }: IntegrationDialogProps) {
  return (
    <Dialog
      title={t('Edit the integration')}
      purpose={t(
        'Changes take effect immediately: on pages whose origin you remove, the widget stops working.',
      )}
      onClose={onClose}
      size="md"
    >
      <IntegrationForm
        integration={integration}
        action={t('Save')}
        send={(request) => updateIntegration(integration.id, request)}
        refetch={integrationsQuery().queryKey}
        onDone={onClose}
      />
    </Dialog>
  )
}

export function RevokeIntegrationDialog({ integration, onClose }: IntegrationDialogProps) {
  return (
    <ConfirmDialog
      title={t('Revoke this integration?')}
      action={t('Revoke integration')}
      name={integration.label}
      run={() =>
        runRoute('DELETE /api/integrations/:integrationId', { params: { integrationId: integration.id } })
      }
      list={integrationsQuery().queryKey}
      onClose={onClose}
    >
      <p>
        {t(
          'Its backend can no longer open widget sessions, and the widget stops working on its pages. Wallets created through it remain. This cannot be undone.',
        )}
      </p>
    </ConfirmDialog>
  )
}
