import { useQuery } from '@tanstack/react-query'
import type { HostedUpstream } from '#protocol/org/hosted-upstream.ts'
import { Badge } from '#web/console/components/badge.tsx'
import { Card, Fact, Facts } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { t } from '#web/ui/text.ts'
import { upstreamQuery } from './upstream-requests.ts'
import { keyWords, outcomeWays, type OutcomeWay } from './outcome-words.ts'
import { WebhookSetup } from './webhook-setup.tsx'

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
