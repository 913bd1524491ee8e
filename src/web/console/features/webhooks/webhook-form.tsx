import { useWatch } from 'react-hook-form'
import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { EVENT_TYPES } from '#protocol/events.ts'
import { createWebhookRequestSchema, type CreateWebhookRequest, type Webhook } from '#protocol/webhooks.ts'
import { ChoiceList, TextField, Form } from '#web/console/components/field.tsx'
import { t } from '#web/ui/text.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
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
type FormValues = z.infer<ReturnType<typeof formSchema>>

function valuesOf(webhook: Webhook | undefined): FormValues {
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    which: (webhook?.types ?? null) === null ? 'all' : 'chosen',
    types: webhook?.types ?? [],
  }
}

function requestOf({ url, description, which, types }: FormValues): CreateWebhookRequest {
  return { url: url.trim(), description, types: which === 'all' ? null : types }
}

type WebhookFormProps<Result> = {
  /** The endpoint to change; absent: a new one. */
  webhook?: Webhook
  action: string
  send: (request: CreateWebhookRequest, idempotencyKey: string) => Promise<Result>
  onDone: (result: Result) => unknown
  /** Refetched before. */
  refetch?: QueryKey
}

/** The events' receiver and types. */
export function WebhookForm<Result>({ webhook, action, send, ...after }: WebhookFormProps<Result>) {
  const { form, errors, field, frame } = useSchemaForm(formSchema(), {
    defaultValues: valuesOf(webhook),
    send: (values, key) => send(requestOf(values), key),
    ...after,
  })
  const which = useWatch({ control: form.control, name: 'which' })
  return (
    <Form {...frame} action={action} className="gap-6">
      <TextField
        label={t('URL')}
        hint={t('It receives a POST for each event and answers with 2xx within 15 seconds.')}
        placeholder={EXAMPLE_URL}
        type="url"
        inputMode="url"
        spellCheck={false}
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
        control={form.register('which')}
      />
      {which === 'chosen' && (
        <ChoiceList
          legend={t('Which events')}
          kind="checkbox"
          mono
          choices={EVENT_TYPES.map((type) => ({ value: type, label: type, note: eventNotes()[type] }))}
          control={form.register('types')}
          error={errors.types?.message}
        />
      )}
    </Form>
  )
}
