import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, useEffect, useRef, type ReactElement } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { API_KEY_ENDPOINTS, type IssuedApiKey } from '#protocol/api-keys.ts'
import { INTEGRATION_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { createdIntegrationSchema } from '#protocol/console/integrations.ts'
import type { Access } from '#protocol/roles.ts'
import { type CreatedWebhook, WEBHOOK_ENDPOINTS } from '#protocol/webhooks.ts'
import { Card } from '#web/console/components/card.tsx'
import { Page } from '#web/console/components/page.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { apiKeysQuery } from '#web/console/features/api-keys/api-key-requests.ts'
import { IssueApiKeyForm } from '#web/console/features/api-keys/issue-api-key-form.tsx'
import { keyLabel } from '#web/console/features/api-keys/key-marks.tsx'
import { FirstRequest } from '#web/console/features/api-keys/quickstart.tsx'
import { IntegrationForm } from '#web/console/features/integrations/integration-form.tsx'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import { WebhookSecretDialog, WebhookForm } from '#web/console/features/webhooks/webhook-form.tsx'
import { webhooksQuery } from '#web/console/features/webhooks/webhook-requests.ts'
import { consoleApi, orgApi } from '#web/console/lib/api.ts'
import { paths } from '#web/console/lib/paths.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'

type CreatePageProps<Created> = {
  title: string
  purpose: string
  back: { to: string; label: string }
  /** The endpoint that the form calls. */
  access: Access
  /** Query to refetch before leaving the page. */
  list: QueryKey
  /** Path of the page to open next. */
  next: (created: Created) => string
  form: (onCreated: (created: Created) => void) => ReactNode
  secret: (created: Created, onDone: () => void) => ReactNode
}

/** A page that creates an item with a secret. Shows the form, then the secret once. */
function CreatePage<Created>({ access, list, next, form, secret, ...page }: CreatePageProps<Created>) {
  const leave = useLeave()
  const [created, setCreated] = useState<Created | null>(null)
  return (
    // A new secret stays displayed even if the role changes.
    <Page {...page} access={created === null ? access : undefined} width="prose">
      <Card>{form(setCreated)}</Card>
      {created !== null && secret(created, () => void leave(list, next(created)))}
    </Page>
  )
}

export function NewApiKeyPage(): ReactElement {
  return (
    <CreatePage<IssuedApiKey>
      title={t('New API key')}
      purpose={t('Choose its scopes. The secret is displayed once, when the key is issued.')}
      back={{ to: paths.apiKeys.href(), label: t('API keys') }}
      access={API_KEY_ENDPOINTS.issueApiKey}
      list={apiKeysQuery().queryKey}
      next={() => paths.apiKeys.href()}
      form={(onIssued) => <IssueApiKeyForm onIssued={onIssued} />}
      secret={(issued, onDone) => (
        <SecretDialog
          title={t('“{label}” is ready', { label: keyLabel(issued) })}
          what={t('API key')}
          secret={issued.secret}
          onDone={onDone}
        >
          <FirstRequest issued={issued}>
            <Rich
              text="Send it in the header {header} of each request."
              parts={{ header: <code className="font-mono text-ink">x-api-key</code> }}
            />
          </FirstRequest>
        </SecretDialog>
      )}
    />
  )
}

export function NewIntegrationPage(): ReactElement {
  return (
    <CreatePage<z.infer<typeof createdIntegrationSchema>>
      title={t('New integration')}
      purpose={t('Your backend opens widget sessions with its secret, which is displayed once.')}
      back={{ to: paths.integrations.href(), label: t('Integrations') }}
      access={INTEGRATION_ENDPOINTS.createIntegration}
      list={integrationsQuery().queryKey}
      next={({ id }) => paths.integration.href(id)}
      form={(onDone) => (
        <IntegrationForm
          action={t('Create integration')}
          send={(body, idempotencyKey) =>
            consoleApi.call(INTEGRATION_ENDPOINTS.createIntegration, { body, idempotencyKey })
          }
          onDone={onDone}
        />
      )}
      secret={({ label, secret }, onDone) => (
        <SecretDialog
          title={t('“{label}” is ready', { label })}
          what={t('integration secret')}
          secret={secret}
          onDone={onDone}
        >
          <p className="text-sm text-muted">{t('The next page has the snippet for your product.')}</p>
        </SecretDialog>
      )}
    />
  )
}

export function NewWebhookPage(): ReactElement {
  return (
    <CreatePage<CreatedWebhook>
      title={t('New endpoint')}
      purpose={t('Receives events from now on; replay older ones.')}
      back={{ to: paths.webhooks.href(), label: t('Webhooks') }}
      access={WEBHOOK_ENDPOINTS.createWebhook}
      list={webhooksQuery().queryKey}
      next={({ id }) => paths.webhook.href(id)}
      form={(onDone) => (
        <WebhookForm
          action={t('Add endpoint')}
          send={(body, idempotencyKey) =>
            orgApi.call(WEBHOOK_ENDPOINTS.createWebhook, { body, idempotencyKey })
          }
          onDone={onDone}
        />
      )}
      secret={(webhook, onDone) => <WebhookSecretDialog webhook={webhook} onDone={onDone} />}
    />
  )
}

/**
 * Leaves a form for the page of its result. Refetches the list first, so that it has the new entry, and does
 * nothing if the person has already left. Replaces the history entry of the form, because submitting it again
 * would create a second item.
 */
function useLeave(): (list: QueryKey, to: string) => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return async (queryKey, to) => {
    await queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
    if (isHere.current) await navigate(to, { replace: true })
  }
}
