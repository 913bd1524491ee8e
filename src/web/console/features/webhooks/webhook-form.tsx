import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { EVENT_TYPES } from '#protocol/events.ts'
import {
  createWebhookRequestSchema,
  type CreateWebhookRequest,
  type Webhook,
  type CreatedWebhook,
  WEBHOOK_ENDPOINTS,
} from '#protocol/webhooks.ts'
import { ConfirmButton, Dialog } from '#web/console/components/dialog.tsx'
import { ChoiceList, TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { RotateSecret, RotationNotice } from '#web/console/components/rotate-secret.tsx'
import { SecretDialog } from '#web/console/components/secret-dialog.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { formatShort } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { useSchemaForm, type Submission } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { updateWebhook, webhooksQuery } from './webhook-requests.ts'
import { eventNotes } from './webhook-words.ts'

const EXAMPLE_URL = 'https://shop.example/webhooks'

const formSchema = () =>
  z
    .object({
      url: createWebhookRequestSchema.shape.url.check(
        z.refine((text) => /^https?:\/\/\S+$/.test(text), t('Must start with https://')),
      ),
      description: z.string().check(z.maxLength(255)),
      which: z.enum(['all', 'chosen']),
      types: z.array(z.enum(EVENT_TYPES)),
    })
    .check(
      z.refine(({ which, types }) => which === 'all' || types.length > 0, {
        path: ['types'],
        error: t('Choose at least one event'),
      }),
    )

type WebhookFormProps<Result> = Omit<Submission<CreateWebhookRequest, Result>, 'fields'> & {
  /** The endpoint to edit. Undefined creates a new one. */
  webhook?: Webhook
  action: string
}

export function WebhookForm<Result>({
  webhook,
  action,
  send,
  ...after
}: WebhookFormProps<Result>): ReactElement {
  const { form, field, frame } = useSchemaForm(formSchema(), {
    defaultValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      which: (webhook?.types ?? null) === null ? 'all' : 'chosen',
      types: webhook?.types ?? [],
    },
    send: ({ url, description, which: choice, types }, key) =>
      send({ url: url.trim(), description, types: choice === 'all' ? null : types }, key),
    ...after,
  })
  const which = useWatch({ control: form.control, name: 'which' })
  return (
    <Form {...frame} action={action} className="gap-6">
      <TextField
        label={t('URL')}
        hint={t('It receives a POST for each event and responds with 2xx within 15 seconds.')}
        placeholder={EXAMPLE_URL}
        type="url"
        inputMode="url"
        mono
        autoFocus
        {...field('url')}
      />
      <TextField label={t('Description')} optional {...field('description')} />
      <ChoiceList
        legend={t('Events')}
        kind="radio"
        choices={[
          { value: 'all', label: t('All events'), note: t('Including those of later versions.') },
          { value: 'chosen', label: t('Selected events') },
        ]}
        {...form.register('which')}
      />
      {which === 'chosen' && (
        <ChoiceList
          legend={t('Which events')}
          kind="checkbox"
          mono
          choices={EVENT_TYPES.map((type) => ({ value: type, label: type, note: eventNotes()[type] }))}
          {...field('types')}
        />
      )}
    </Form>
  )
}

type WebhookDialogProps = { webhook: Webhook; onClose: () => void }

export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps): ReactElement {
  return (
    <Dialog title={t('Edit the endpoint')} onClose={onClose} size="md">
      <WebhookForm
        webhook={webhook}
        action={t('Save')}
        send={(request) => updateWebhook(webhook.id, request)}
        refetch={webhooksQuery().queryKey}
        onDone={onClose}
      />
    </Dialog>
  )
}

/** Explains the rotation of a secret before it happens. */
export function RotateWebhookSecret({ webhook, onClose }: WebhookDialogProps): ReactElement {
  const { id: webhookId, previousSecretUntilDatetime: until } = webhook
  return (
    <RotateSecret
      title={t('Rotate the signing secret?')}
      purpose={t('You get a new secret. For 24 hours every event is signed with both, so no event is lost.')}
      action={t('Rotate secret')}
      warnings={() => until !== null && <RotationNotice until={until} />}
      send={(_, idempotencyKey) =>
        orgApi.call(WEBHOOK_ENDPOINTS.rotateWebhookSecret, {
          params: { webhookId },
          idempotencyKey,
        })
      }
      secret={(rotated, onDone) => <WebhookSecretDialog webhook={rotated} onDone={onDone} />}
      list={webhooksQuery().queryKey}
      onClose={onClose}
    />
  )
}

/** Shows the signing secret of a new endpoint, or after a rotation. */
export function WebhookSecretDialog({
  webhook,
  onDone,
}: {
  webhook: CreatedWebhook
  onDone: () => void
}): ReactElement {
  const { secret, previousSecretUntilDatetime: until } = webhook
  return (
    <SecretDialog
      title={until === null ? t('The endpoint is ready') : t('The secret is rotated')}
      what={t('signing secret')}
      secret={secret}
      note={t('Copy it into your secret store now. It is stored encrypted and never displayed again.')}
      onDone={onDone}
    >
      <p className="text-sm text-muted">
        {until === null
          ? t('Your receiver uses it to verify that an event is authentic.')
          : t('Until {time} every event is signed with both secrets. Change your receiver before then.', {
              time: formatShort(until),
            })}
      </p>
    </SecretDialog>
  )
}

export function DeleteWebhookButton({ webhook }: { webhook: Webhook }): ReactElement {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return (
    <ConfirmButton
      label={t('Delete')}
      title={t('Delete this endpoint?')}
      action={t('Delete endpoint')}
      name={URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url}
      run={() => orgApi.call(WEBHOOK_ENDPOINTS.deleteWebhook, { params: { webhookId: webhook.id } })}
      onDone={() => {
        void navigate(paths.webhooks.href(), { replace: true })
        return queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey })
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        {t('{url} receives no more events, and its delivery log is deleted. This cannot be undone.', {
          url: webhook.url,
        })}
      </p>
      {webhook.enabled && <p>{t('To stop for a while, disable it instead.')}</p>}
    </ConfirmButton>
  )
}
