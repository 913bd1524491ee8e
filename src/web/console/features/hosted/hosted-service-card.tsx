import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type HostedUpstream, setUpstreamWebhookRequestSchema } from '#protocol/hosted-upstream.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Card, Fact, Facts, Loaded, SkeletonRows } from '#web/console/components/card.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { TimeAgo, CodeBlock } from '#web/console/components/values.tsx'
import { t } from '#web/ui/text.ts'
import { upstreamQuery, registerWebhook, setWebhookSecret } from './upstream-requests.ts'
import { keyWords, outcomeWays, type OutcomeWay } from './outcome-words.ts'
import { Button } from '#web/console/components/button.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { Icon } from '#web/console/components/icon.tsx'

/** The hosted service behind this console, and its sources of outcomes. */
export function HostedServiceCard() {
  const upstream = useQuery(upstreamQuery())
  return (
    <Card
      title={t('Hosted service')}
      note={t(
        'Wallets and transactions are stored by this service. The console displays what the service reports.',
      )}
    >
      <Loaded query={upstream} skeleton={<SkeletonRows rows={4} label={t('Loading the hosted service')} />}>
        {(content) => <HostedService upstream={content} />}
      </Loaded>
    </Card>
  )
}

function HostedService({ upstream }: { upstream: HostedUpstream }) {
  const key = keyWords(upstream)
  return (
    <div className="flex flex-col gap-6">
      {upstream.chainKnownFrom === 'nowhere' && (
        <Notice tone="danger" title={t('The chain is not known')}>
          {t(
            'This service does not say on which chain it works. Set UPSTREAM_CHAIN_ID and UPSTREAM_FACTORY and start again: without them no wallet can be created and nothing can be signed.',
          )}
        </Notice>
      )}
      <Facts>
        <Fact name={t('Service')}>
          <span className="font-medium">{upstream.host}</span>
          <code className="block font-mono text-sm break-all text-muted">{upstream.baseUrl}</code>
        </Fact>
        <Fact name={t('API key')}>
          <Badge tone={key.tone} dot>
            {key.state}
          </Badge>
          <span className="block text-sm text-muted">{key.sentence}</span>
        </Fact>
        <Fact name={t('Waiting or pending')}>
          {t(
            '{count, plural, one {# held transaction of this console} other {# held transactions of this console}}',
            { count: upstream.open },
          )}
        </Fact>
      </Facts>
      <section aria-labelledby="outcome-ways">
        <h3 id="outcome-ways" className="mb-2 text-sm font-strong">
          {t('How outcomes are learned')}
        </h3>
        <ul className="divide-y divide-line rounded-md border border-line">
          {outcomeWays(upstream).map((way) => (
            <Way key={way.name} way={way} />
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">
          {t(
            'A transaction of which no decision was reported in time is displayed with an unknown outcome: 15 minutes after it was held, or a minute before its signature expires.',
          )}
        </p>
      </section>
      <section aria-labelledby="webhook-setup">
        <h3 id="webhook-setup" className="mb-2 text-sm font-strong">
          {t('Webhook from the service')}
        </h3>
        <WebhookSetup upstream={upstream} />
      </section>
    </div>
  )
}

function Way({ way }: { way: OutcomeWay }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-3">
      <div className="mr-auto min-w-0 flex-1 basis-56">
        <p className="font-medium">{way.name}</p>
        <p className="text-sm text-muted">{way.sentence}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={way.tone} dot>
          {way.state}
        </Badge>
        <span className="text-sm text-muted">
          {way.lastDatetime === null ? t('Never') : <TimeAgo datetime={way.lastDatetime} />}
        </span>
      </div>
    </li>
  )
}

/** The two values to exchange: our address for the service, its secret for us. */
function WebhookSetup({ upstream }: { upstream: HostedUpstream }) {
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
  const { form, field, submit, problem, isPending, isSuccess } = useSchemaForm(
    setUpstreamWebhookRequestSchema,
    {
      defaultValues: { secret: '' },
      send: ({ secret }) => setWebhookSecret(secret),
      onDone: (upstream) => {
        form.reset()
        queries.setQueryData(upstreamQuery().queryKey, upstream)
      },
    },
  )
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <TextField
        label={t('Signing secret')}
        hint={t('It starts with whsec_. It is stored encrypted and never displayed again.')}
        type="password"
        mono
        {...field('secret')}
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
