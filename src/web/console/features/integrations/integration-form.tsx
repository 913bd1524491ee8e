import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { INTEGRATION_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import { INTEGRATION_GRACES_SECONDS } from '#protocol/console/integrations.ts'
import { createIntegrationRequestSchema, type Integration } from '#protocol/console/integrations.ts'
import { WIDGET_OPERATIONS } from '#protocol/console/widget-session.ts'
import { ButtonLink } from '#web/console/components/button.tsx'
import { ConfirmButton, Dialog } from '#web/console/components/dialog.tsx'
import { ChoiceList, TextAreaField, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { RotateSecret, RotationNotice } from '#web/console/components/rotate-secret.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { formatShort, displayLabel } from '#web/console/lib/display.ts'
import { domainsQuery, uncoveredHosts } from '#web/console/lib/domains.query.ts'
import { originLinesSchema, readOriginLines } from '#web/console/lib/origin-lines.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSchemaForm, type Submission } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { operationLooks } from './integration-requests.ts'
import { type IntegrationRequest, integrationsQuery } from './integration-requests.ts'

const EXAMPLE_ORIGIN = 'https://shop.example'

export const formSchema = z.object({
  label: createIntegrationRequestSchema.shape.label,
  origins: originLinesSchema(createIntegrationRequestSchema.shape.origins),
  operations: createIntegrationRequestSchema.shape.operations,
})

type IntegrationFormProps<Result> = Omit<Submission<IntegrationRequest, Result>, 'fields'> & {
  /** The integration to edit. Undefined creates a new one. */
  integration?: Integration
  action: string
}

/** The name and origins of a product, and what its users may do. */
export function IntegrationForm<Result>(props: IntegrationFormProps<Result>): ReactElement {
  const { integration, action, send, ...after } = props
  const { form, field, frame } = useSchemaForm(formSchema, {
    defaultValues: {
      label: integration?.label ?? '',
      origins: integration?.origins.join('\n') ?? '',
      operations: integration?.operations ?? ['create', 'transfer', 'execute'],
    },
    send: ({ origins, ...values }, key) => send({ ...values, origins: readOriginLines(origins) }, key),
    ...after,
  })
  return (
    <Form {...frame} action={action} className="gap-6">
      <TextField
        label={t('Name')}
        hint={t('The product that embeds the widget, for example “Web shop”.')}
        autoFocus
        {...field('label')}
      />
      <TextAreaField
        label={t('Origins')}
        hint={t(
          'One per line: scheme, host and port, without a path. Only pages of these origins can use the widget.',
        )}
        placeholder={EXAMPLE_ORIGIN}
        rows={3}
        mono
        {...field('origins')}
      />
      <UncoveredHosts origins={readOriginLines(useWatch({ control: form.control, name: 'origins' }))} />
      <ChoiceList
        legend={t('Permissions of its users')}
        kind="checkbox"
        choices={WIDGET_OPERATIONS.map((value) => ({ value, ...operationLooks()[value] }))}
        {...field('operations')}
      />
    </Form>
  )
}

/**
 * Lists hosts of the typed origins without a verified domain. Renders nothing while the domains are unknown.
 */
function UncoveredHosts({ origins }: { origins: readonly string[] }) {
  const domains = useQuery(secondary('domains', domainsQuery()))
  const hosts = domains.data === undefined ? [] : uncoveredHosts(origins, domains.data)
  if (hosts.length === 0) return null
  return (
    <Notice
      tone="warning"
      title={t('No verified domain for {hosts}', { hosts: hosts.join(', ') })}
      actions={<ButtonLink to={paths.domains.href()}>{t('Go to the domains')}</ButtonLink>}
    >
      {t(
        'The widget creates and uses wallets there only once a domain that covers the host is verified, or in a frame of another verified domain.',
      )}
    </Notice>
  )
}

type IntegrationDialogProps = { integration: Integration; onClose: () => void }

export function RotateIntegrationSecret({ integration, onClose }: IntegrationDialogProps): ReactElement {
  const label = displayLabel(integration.label)
  const { previousSecret } = integration
  return (
    <RotateSecret
      title={t('Rotate the secret of “{label}”', { label })}
      purpose={t('Your backend gets a new secret. Both open widget sessions until the grace period ends.')}
      action={t('Rotate secret')}
      grace={{
        hint: t('Choose a period long enough to replace the secret in all your backends.'),
        longestSeconds: Math.max(...INTEGRATION_GRACES_SECONDS),
        initialSeconds: 86_400,
      }}
      warnings={(graceSeconds) => (
        <>
          {graceSeconds === 0 && (
            <Notice tone="warning">
              {t(
                'For a secret that has leaked. The widget does not work until your backend has the new one.',
              )}
            </Notice>
          )}
          {previousSecret !== null && <RotationNotice until={previousSecret.untilDatetime} />}
        </>
      )}
      send={(graceSeconds, idempotencyKey) =>
        consoleApi.call(INTEGRATION_ENDPOINTS.rotateIntegrationSecret, {
          params: { integrationId: integration.id },
          body: { graceSeconds },
          idempotencyKey,
        })
      }
      secret={({ secret, previousSecret: old }, onDone) => (
        <SecretDialog
          title={t('The new secret of “{label}”', { label })}
          what={t('integration secret')}
          {...{ secret, onDone }}
        >
          <p className="text-sm text-muted">
            {old === null
              ? t('The old secret no longer works. Give your backend this one now.')
              : t('The old secret works until {time}. Give your backend this one before then.', {
                  time: formatShort(old.untilDatetime),
                })}
          </p>
        </SecretDialog>
      )}
      list={integrationsQuery().queryKey}
      onClose={onClose}
    />
  )
}

export function EditIntegrationDialog({ integration, onClose }: IntegrationDialogProps): ReactElement {
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
        send={(body) =>
          consoleApi.call(INTEGRATION_ENDPOINTS.updateIntegration, {
            params: { integrationId: integration.id },
            body,
          })
        }
        refetch={integrationsQuery().queryKey}
        onDone={onClose}
      />
    </Dialog>
  )
}

export function RevokeIntegrationButton({ integration }: { integration: Integration }): ReactElement {
  return (
    <ConfirmButton
      label={t('Revoke')}
      title={t('Revoke this integration?')}
      action={t('Revoke integration')}
      name={integration.label}
      run={() =>
        consoleApi.call(INTEGRATION_ENDPOINTS.revokeIntegration, {
          params: { integrationId: integration.id },
        })
      }
      list={integrationsQuery().queryKey}
    >
      {t(
        'Its backend can no longer open widget sessions, and the widget stops working on its pages. Wallets created through it remain. This cannot be undone.',
      )}
    </ConfirmButton>
  )
}
