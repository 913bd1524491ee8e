import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { t } from '#web/ui/text.ts'
import { upstreamQuery } from './get-upstream.query.ts'
import { registerWebhook } from './register-webhook.ts'

/** Where the service has our settings, nobody needs to carry a secret. */
export function RegisterWebhookButton({ webhook }: Pick<HostedUpstream, 'webhook'>) {
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
