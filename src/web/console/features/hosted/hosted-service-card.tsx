import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { HOSTED_UPSTREAM_ENDPOINTS } from '#protocol/console/hosted-upstream-endpoints.ts'
import { type HostedUpstream, setUpstreamWebhookRequestSchema } from '#protocol/hosted-upstream.ts'
import { HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { StateBadge, type BadgeTone } from '#web/console/components/badge.tsx'
import { Icon } from '#web/console/components/button.tsx'
import { Card, ListRow, SkeletonRows } from '#web/console/components/card.tsx'
import { ChainUnknownNotice } from '#web/console/components/chain-unknown-notice.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { Form } from '#web/console/components/form.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ChangeButton, Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { Fact } from '#web/ui/call/fact.tsx'
import { t } from '#web/ui/text.ts'

const REFRESH_MS = 10_000

/** State of the hosted service. Polled while the card is open, because webhooks arrive at any time. */
const upstreamQuery = () =>
  queryOptions({
    ...consoleApi.query(['upstream'], HOSTED_UPSTREAM_ENDPOINTS.getHostedUpstream),
    refetchInterval: (query) => (query.state.status === 'error' ? false : REFRESH_MS),
  })

/** The hosted service behind this console and its sources of outcomes. */
export function HostedServiceCard(): ReactElement {
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
      {upstream.chainKnownFrom === 'nowhere' && <ChainUnknownNotice />}
      <Facts>
        <Fact name={t('Service')}>
          <span className="font-medium">{upstream.host}</span>
          <code className="block font-mono text-sm break-all text-muted">{upstream.baseUrl}</code>
        </Fact>
        <Fact name={t('API key')}>
          <StateBadge tone={key.tone} label={key.state} />
          <span className="block text-sm text-muted">{key.sentence}</span>
        </Fact>
        <Fact name={t('Held or pending')}>
          {t(
            '{count, plural, one {# held transaction of this console} other {# held transactions of this console}}',
            { count: upstream.open },
          )}
        </Fact>
      </Facts>
      <section aria-labelledby="outcome-ways">
        <h3 id="outcome-ways" className="mb-2 text-sm font-strong">
          {t('How outcomes are reported')}
        </h3>
        <ul className="divide-y divide-line rounded-md border border-line">
          {outcomeWays(upstream).map((way) => (
            <Way key={way.name} {...way} />
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">
          {t(
            'If no decision is reported in time, the outcome is displayed as unknown: {minutes} minutes after the transaction was held, or a minute before its signature expires.',
            { minutes: HELD_OPEN_SECONDS / 60 },
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

function Way({ name, tone, state, sentence, lastDatetime }: OutcomeWay) {
  const last = lastDatetime === null ? t('Never') : <TimeAgo datetime={lastDatetime} />
  return (
    <ListRow
      title={name}
      badge={<StateBadge tone={tone} label={state} />}
      actions={<span className="text-sm text-muted">{last}</span>}
    >
      {sentence}
    </ListRow>
  )
}

/** Two values to exchange with the service: this console's webhook URL and the service's signing secret. */
function WebhookSetup({ upstream }: { upstream: HostedUpstream }) {
  const { webhook } = upstream
  const isSet = webhook.secretSetAtDatetime !== null
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
      {upstream.features?.includes('webhooks') === true && (
        <div className="flex flex-col gap-3">
          <p className="text-sm">
            {isSet
              ? t('Registered. If the secret is lost, register it again: the service then creates a new one.')
              : t('This service’s webhooks can be managed from here. The secret is never displayed.')}
          </p>
          <div>
            <ChangeButton
              tone={isSet ? 'secondary' : 'primary'}
              change={() => consoleApi.call(HOSTED_UPSTREAM_ENDPOINTS.registerUpstreamWebhook)}
              list={upstreamQuery().queryKey}
            >
              {isSet ? t('Register again') : t('Register the webhook')}
            </ChangeButton>
          </div>
        </div>
      )}
      <details className="group" open={upstream.features === null && !isSet}>
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
  const { form, field, frame, isSuccess } = useSchemaForm(setUpstreamWebhookRequestSchema, {
    defaultValues: { secret: '' },
    send: (body) => consoleApi.call(HOSTED_UPSTREAM_ENDPOINTS.setUpstreamWebhook, { body }),
    onDone: (upstream) => {
      form.reset()
      queries.setQueryData(upstreamQuery().queryKey, upstream)
    },
  })
  return (
    <Form
      {...frame}
      action={t('Store the secret')}
      button={{ size: 'sm' }}
      status={isSuccess ? t('Stored') : ''}
      className="gap-3"
    >
      <TextField
        label={t('Signing secret')}
        hint={t('It starts with whsec_. It is stored encrypted and never displayed again.')}
        type="password"
        mono
        {...field('secret')}
      />
    </Form>
  )
}

/** A source of outcomes as displayed on the card. */
type OutcomeWay = {
  name: string
  tone: BadgeTone
  state: string
  sentence: string
  lastDatetime: string | null
}

/** Sources of the outcomes of held transactions, best first. */
export function outcomeWays(upstream: HostedUpstream): OutcomeWay[] {
  return [webhookWay(upstream), pollingWay(upstream)]
}

function webhookWay({ webhook }: HostedUpstream): OutcomeWay {
  const { secretSetAtDatetime, heardAtDatetime } = webhook
  const name = t('Webhook')
  if (secretSetAtDatetime === null) {
    const sentence = t('Not set up yet. With it, decisions arrive within seconds.')
    return { name, tone: 'warning', state: t('Not set up'), sentence, lastDatetime: null }
  }
  if (heardAtDatetime === null) {
    const sentence = t('The secret is stored. Send a test from the service to see that it arrives.')
    return { name, tone: 'warning', state: t('No contact yet'), sentence, lastDatetime: null }
  }
  const sentence = t('The service notifies this console of each decision.')
  return { name, tone: 'success', state: t('Active'), sentence, lastDatetime: heardAtDatetime }
}

function pollingWay({ polling }: HostedUpstream): OutcomeWay {
  const name = t('Lookups at the service')
  const lastDatetime = polling.heardAtDatetime
  if (polling.works === false) {
    const sentence = t(
      'This service has no endpoint to look up a transaction. After an approval, only the webhook reports whether it was mined.',
    )
    return { name, tone: 'neutral', state: t('Not offered'), sentence, lastDatetime }
  }
  if (polling.works === null) {
    const sentence = t('It will be used with the first held transaction.')
    return { name, tone: 'neutral', state: t('Not tried yet'), sentence, lastDatetime }
  }
  const sentence = t('This console asks whenever a page or a widget shows a transaction.')
  return { name, tone: 'success', state: t('Active'), sentence, lastDatetime }
}

/** Whether the service accepts the console's key, and what to do if not. */
export function keyWords({ apiKey }: HostedUpstream): { tone: BadgeTone; state: string; sentence: string } {
  const sealing = apiKey.sealedWithPresentSecret
    ? t('Encrypted with this deployment’s secret key.')
    : t('Encrypted with the previous secret key. Run “latchkey rotate-secret”.')
  const advice = t('Set UPSTREAM_API_KEY to a key that the service accepts and start again.')
  const words = {
    accepted: { tone: 'success', state: t('Accepted'), sentence: sealing },
    refused: { tone: 'danger', state: t('Refused by the service'), sentence: `${advice} ${sealing}` },
    unreachable: { tone: 'warning', state: t('The service cannot be reached'), sentence: sealing },
  } as const
  return words[apiKey.answer]
}
