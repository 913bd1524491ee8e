import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { setUpstreamWebhookRequestSchema, type HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { Button } from '#web/console/components/button.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { useSubmit } from '#web/console/lib/use-submit.ts'
import { registerWebhook, setWebhookSecret, upstreamQuery } from './upstream-requests.ts'

type FormValues = z.infer<typeof setUpstreamWebhookRequestSchema>

/** The two values to exchange: our address for the service, its secret for us. */
export function WebhookSetup({ upstream }: { upstream: HostedUpstream }) {
  const { webhook } = upstream
  return (
    <div className="flex flex-col gap-4">
      {webhook.refused !== null && (
        <Notice tone="danger" title={t('A webhook was refused')}>
          {t(
            'The last delivery was refused: {reason}. Paste the secret that the service displays for this address.',
            { reason: webhook.refused.reason },
          )}
        </Notice>
      )}
      {upstream.features?.includes('webhooks') === true && <RegisterWebhookButton webhook={webhook} />}
      <details className="group" open={upstream.features === null && webhook.secretSetAtDatetime === null}>
        <summary className="inline-flex items-center gap-1 rounded-sm text-sm font-medium text-accent-text hover:underline">
          <Icon name="next" className="size-3 transition-transform group-open:rotate-90" />
          {t('Set it up by hand')}
        </summary>
        <ol className="mt-3 flex list-decimal flex-col gap-4 pl-5">
          <li>
            <p className="mb-2">
              {t(
                'Register this address as a webhook at the service, for transaction.approved and transaction.rejected or for everything.',
              )}
            </p>
            <CodeBlock title={t('Webhook address')} what={t('webhook address')} code={webhook.url} />
          </li>
          <li>
            <p className="mb-2">{t('Paste the signing secret that the service shows for it.')}</p>
            <SecretForm />
          </li>
          <li>{t('Send a test from the service. Its time appears above.')}</li>
        </ol>
      </details>
    </div>
  )
}

function SecretForm() {
  const queries = useQueryClient()
  const form = useForm<FormValues>({
    resolver: zodResolver(setUpstreamWebhookRequestSchema),
    defaultValues: { secret: '' },
  })
  const { submit, problem, isPending, isSuccess } = useSubmit(form, {
    send: ({ secret }) => setWebhookSecret(secret),
    onDone: (upstream) => {
      form.reset()
      queries.setQueryData(upstreamQuery().queryKey, upstream)
    },
    fields: { secret: 'secret' },
  })
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <TextField
        label={t('Signing secret')}
        hint={t('It starts with whsec_. It is stored encrypted and never displayed again.')}
        type="password"
        mono
        error={form.formState.errors.secret?.message}
        {...form.register('secret')}
      />
      <ProblemPanel error={problem} />
      <div className="flex items-center gap-3">
        <Button type="submit" tone="primary" pending={isPending}>
          {t('Store the secret')}
        </Button>
        <span role="status" className="text-sm text-success">
          {isSuccess ? t('Stored') : ''}
        </span>
      </div>
    </form>
  )
}

/** If the service's webhooks can be managed from here, the secret need not be copied by hand. */
function RegisterWebhookButton({ webhook }: Pick<HostedUpstream, 'webhook'>) {
  const queries = useQueryClient()
  const registration = useMutation({
    mutationFn: registerWebhook,
    onSuccess: (upstream) => queries.setQueryData(upstreamQuery().queryKey, upstream),
  })
  const isSet = webhook.secretSetAtDatetime !== null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {isSet
          ? t('Registered. If the secret is lost, register it again: the service then creates a new one.')
          : t('This service’s webhooks can be managed from here. The secret is never displayed.')}
      </p>
      <div>
        <Button
          tone={isSet ? 'secondary' : 'primary'}
          pending={registration.isPending}
          onClick={() => registration.mutate()}
        >
          {isSet ? t('Register again') : t('Register the webhook')}
        </Button>
      </div>
      <ProblemPanel error={registration.error} />
    </div>
  )
}
