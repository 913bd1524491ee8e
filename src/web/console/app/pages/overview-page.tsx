import { useQueries, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ButtonLink, RowLink, Icon } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Page } from '#web/console/components/page.tsx'
import { apiKeysQuery, consoleKeysQuery } from '#web/console/features/api-keys/api-key-requests.ts'
import { integrationsQuery } from '#web/console/features/integrations/integration-requests.ts'
import {
  countAlarms,
  NumbersSkeleton,
  OverviewNumbers,
} from '#web/console/features/overview/overview-numbers.tsx'
import {
  alertsQuery,
  COUNTED_ALERTS,
  overviewQuery,
} from '#web/console/features/overview/overview-requests.ts'
import { sandboxQuery } from '#web/console/features/sandbox/sandbox-requests.ts'
import { organizationTransactionsQuery } from '#web/console/features/transactions/organization-transactions.tsx'
import { walletsQuery } from '#web/console/features/wallets/wallet-pages.ts'
import { isLacking } from '#web/console/lib/describe-problem.ts'
import { displayName } from '#web/console/lib/display.ts'
import { domainsQuery } from '#web/console/lib/domains.query.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { recoveryCodesQuery, useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

/** Loaded after the first screen, because it is seldom needed. */
const ExposedKeys = onDemand(() =>
  import('#web/console/features/api-keys/exposed-keys.tsx').then((module) => module.ExposedKeys),
)

const RaisedAlerts = onDemand(() =>
  import('#web/console/features/overview/raised-alerts.tsx').then((module) => module.RaisedAlerts),
)

const NEWEST = { limit: '1' }

export function OverviewPage(): ReactElement {
  const session = useSession()
  const overview = useLiveQuery(overviewQuery())
  const steps = useNextSteps()
  const hasSteps = steps?.some(({ done }) => !done) === true
  const organization = displayName(session.organization.name)
  const raised = useLiveQuery(secondary('alerts', alertsQuery())).data
  const alerts = raised?.filter(({ kind }) => !COUNTED_ALERTS.has(kind))
  const keys = useLiveQuery(secondary('keys', apiKeysQuery())).data
  const numbers = overview.data?.numbers
  const alarms = numbers && alerts ? countAlarms(numbers) + alerts.length : null
  return (
    <Page
      title={t('Overview')}
      purpose={describeAlarms(organization, alarms)}
      actions={
        <ButtonLink tone="add" to={paths.newWallet.href()}>
          {t('New wallet')}
        </ButtonLink>
      }
    >
      {keys?.some(({ exposedAtDatetime }) => Boolean(exposedAtDatetime)) && <ExposedKeys />}
      {raised !== undefined && raised.length > 0 && <RaisedAlerts />}
      <div className={`grid gap-6 ${hasSteps ? 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start' : ''}`}>
        {hasSteps && (
          <div className="min-w-0 lg:col-start-2">
            <NextSteps steps={steps} />
          </div>
        )}
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <Loaded query={overview} skeleton={<NumbersSkeleton isNarrow={hasSteps} />}>
            {(data) => <OverviewNumbers data={data} isNarrow={hasSteps} />}
          </Loaded>
        </div>
      </div>
    </Page>
  )
}

/** Prefetches all queries of the page in parallel. */
export async function read(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.prefetchQuery(overviewQuery()),
    queryClient.prefetchQuery(walletsQuery(NEWEST)),
    queryClient.prefetchQuery(organizationTransactionsQuery({})),
    queryClient.prefetchQuery(apiKeysQuery()),
    queryClient.prefetchQuery(consoleKeysQuery()),
    queryClient.prefetchQuery(integrationsQuery()),
    queryClient.prefetchQuery(domainsQuery()),
    queryClient.prefetchQuery(recoveryCodesQuery()),
  ])
}

/** Hosts of this machine. A sandbox registers them without verification. */
const LOOPBACK = /(^|\.)localhost$/

/**
 * Steps and whether people, not the system, have done them. Omits steps that are set up already or that this
 * service does not support. `null` until everything is known: the list must not shrink while it loads, and a
 * failed query must not make a step look undone.
 */
function useNextSteps(): Step[] | null {
  const { sandbox: isSandbox } = useSession()
  const asked = useQueries({
    queries: [
      secondary('first-steps', walletsQuery(NEWEST)),
      secondary('first-steps', organizationTransactionsQuery({})),
      secondary('first-steps', apiKeysQuery()),
      secondary('first-steps', consoleKeysQuery()),
      secondary('first-steps', integrationsQuery()),
      secondary('first-steps', domainsQuery()),
      secondary('first-steps', recoveryCodesQuery()),
    ],
  })
  const [wallets, transactions, keys, ownKeys, integrations, domains, codes] = asked
  const sandbox = useQuery({ ...secondary('first-steps', sandboxQuery()), enabled: isSandbox })
  const needed = isSandbox ? [...asked, sandbox] : asked
  if (needed.some(({ data, error }) => data === undefined && !isLacking(error))) return null
  const newest = wallets.data?.content[0]
  const verified = domains.data?.filter((domain) => domain.verifiedAtDatetime !== null)
  const ownDomain = verified?.some(({ domain }) => !LOOPBACK.test(domain))
  const demoUrl = sandbox.data?.demoUrl
  return [
    ...(ownDomain === true || verified?.length === 0 ? [domainStep(ownDomain === true)] : []),
    {
      title: t('Create a wallet'),
      note: t('A passkey on your device controls it. You need an email address.'),
      to: paths.newWallet.href(),
      done: newest !== undefined,
    },
    {
      title: t('Receive and send tokens'),
      note: t('Open the wallet, receive tokens, and send some with your passkey.'),
      to: newest === undefined ? paths.wallets.href() : paths.wallet.href(newest.address),
      done: (transactions.data?.transactions.length ?? 0) > 0,
    },
    {
      title: t('Connect your product'),
      note: t('An integration embeds the wallet widget in your own pages.'),
      to: paths.newIntegration.href(),
      done: integrations.data?.some(({ origins }) => !origins.some((origin) => origin === demoUrl)) === true,
    },
    ...(keys.data !== undefined && ownKeys.data !== undefined
      ? [
          keyStep(
            keys.data.some((key) => !ownKeys.data.includes(key.id) && !(isSandbox && key.createdBy === null)),
          ),
        ]
      : []),
    {
      title: t('Keep recovery codes'),
      note: t('They let you back in if you lose all your passkeys.'),
      to: paths.account.href(),
      done: (codes.data?.left ?? 0) > 0,
    },
  ]
}

const domainStep = (done: boolean): Step => ({
  title: t('Add and verify a domain'),
  note: t('The domain of your product: passkeys belong to it, and no wallet can be created without one.'),
  to: paths.domains.href(),
  done,
})

const keyStep = (done: boolean): Step => ({
  title: t('Issue an API key'),
  note: t('For your backend, with only the scopes it needs.'),
  to: paths.newApiKey.href(),
  done,
})

export type Step = { title: string; note: string; to: string; done: boolean }

/** Steps from an empty organization to a working integration. Hidden when all are done. */
function NextSteps({ steps }: { steps: readonly Step[] }) {
  const open = steps.filter(({ done }) => !done)
  return (
    <Card
      title={t('Get started')}
      actions={
        <span className="text-sm text-muted tabular-nums">
          {t('{done} of {all} done', { done: steps.length - open.length, all: steps.length })}
        </span>
      }
      flush
    >
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={`relative flex items-start gap-3 px-4 py-3 ${step.done ? '' : 'hover:bg-hover'}`}
          >
            <StepMark done={step.done} current={step === open[0]} number={index + 1} />
            <div className="min-w-0 flex-1">
              {step.done ? (
                <p className="text-muted">
                  {step.title}
                  <span className="sr-only"> {t('(done)')}</span>
                </p>
              ) : (
                <RowLink to={step.to}>{step.title}</RowLink>
              )}
              {!step.done && <p className="text-sm text-muted">{step.note}</p>}
            </div>
            {!step.done && <Icon name="next" className="mt-0.5 size-4 text-faint" />}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StepMark({ done, current, number }: { done: boolean; current: boolean; number: number }) {
  if (done) {
    return (
      <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
        <Icon name="check" className="size-3" />
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-5 shrink-0 items-center justify-center rounded-full border text-xs font-medium tabular-nums ${current ? 'border-accent text-accent-text' : 'border-line-strong text-muted'}`}
    >
      {number}
    </span>
  )
}

/** `alarms`: number of items that need attention. Null while unknown. */
function describeAlarms(organization: string, alarms: number | null): string {
  if (alarms === null) return t('Activity in {organization}.', { organization })
  if (alarms === 0) return t('Nothing in {organization} needs your attention.', { organization })
  return t('In {organization}, {alarms, plural, one {# thing needs} other {# things need}} your attention.', {
    organization,
    alarms,
  })
}
