import type { ReactElement } from 'react'
import { isAlertOfWallet, type Alert } from '#protocol/alerts.ts'
import { Icon, RowLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { displayName } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { t } from '#web/ui/text.ts'
import { alertsQuery } from './overview-requests.ts'

/** Raised alerts. Renders nothing without any. Exposed keys have their own notice with instructions. */
export function RaisedAlerts(): ReactElement | null {
  const alerts =
    useLiveQuery(secondary('alerts', alertsQuery())).data?.filter(({ kind }) => kind !== 'key-exposed') ?? []
  if (alerts.length === 0) return null
  return (
    <Card title={t('Alerts')} className="mb-6" flush>
      <ul className="divide-y divide-line">
        {alerts.map((alert) => {
          const [to, text] = describeAlert(alert)
          return (
            <li key={alert.id} className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover">
              <Icon name="warning" className="mt-0.5 size-4 text-danger" />
              <RowLink to={to} className="mr-auto min-w-0 [overflow-wrap:anywhere]">
                {text}
                <ActorLine alert={alert} />
              </RowLink>
              <TimeAgo datetime={alert.raisedAtDatetime} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** The actor of an alert. Renders nothing if members acted on their own account or the alert has no actor. */
function ActorLine({ alert: { by, subject } }: { alert: Alert }) {
  if (by === undefined || by.id === subject) return null
  const name = displayName(by.name)
  const words: Record<typeof by.kind, string> = {
    administrator: t('By {name}', { name }),
    'api-key': t('By the API key {name}', { name }),
    operator: t('By the operator of the server'),
  }
  return <span className="block text-sm text-muted">{words[by.kind]}</span>
}

/** The page of an alert's subject, and the alert in words. */
function describeAlert(alert: Alert): [to: string, text: string] {
  const name = displayName(alert.name)
  const key = paths.apiKey.href(alert.subject)
  const members = paths.members.href()
  const described: Record<Alert['kind'], [string, string]> = {
    'relayer-low': [paths.usage.href(), t('The relayer needs funds soon')],
    'webhook-failing': [paths.webhook.href(alert.subject), t('The webhook endpoint {name} fails', { name })],
    'key-exposed': [key, t('The key “{label}” was sent by a web browser', { label: name })],
    'key-refused': [key, t('The API key {name} is refused often', { name })],
    'failure-spike': [
      paths.transactions.href({ status: 'FAILED', time: 'day' }),
      t('Unusually many transactions fail'),
    ],
    'policy-refused': [key, t('A policy refused a request of the API key {name}', { name })],
    'recovery-proposed': [
      paths.walletSecurity.href(alert.subject),
      t('A recovery of the wallet {name} was proposed', { name }),
    ],
    'co-signer-removal': [
      paths.walletSecurity.href(alert.subject),
      t('The removal of the co-signer of the wallet {name} was started', { name }),
    ],
    'key-added': [
      paths.walletSecurity.href(alert.subject),
      t('A passkey was added to the wallet {name}', { name }),
    ],
    'executed-unapproved': isAlertOfWallet(alert)
      ? [
          paths.wallet.href(alert.subject),
          t('The wallet {name} executed a call without approval, and the call could not be read', { name }),
        ]
      : [
          paths.transaction.href(alert.subject),
          t('The transaction {name} was executed without approval, or against a policy', { name }),
        ],
    'admin-added': [members, t('{name} is a new administrator', { name })],
    'policy-loosened': [
      paths.policies.href(),
      t('The policy {name} was loosened, turned off or deleted', { name }),
    ],
    'allow-list-loosened': [
      key,
      t('The IP allow list of the API key {name} was loosened or turned off', { name }),
    ],
    'manage-key-added': [key, t('The API key {name} can now manage the organization', { name })],
    'fee-raised': [
      paths.settings.href(),
      t('The transaction fee in {name} was raised, or its token or receiver changed', { name }),
    ],
    'recovery-code-used': [members, t('{name} used a recovery code', { name })],
    'recovery-link-created': [members, t('A recovery link for {name} was created', { name })],
    'recovery-link-used': [members, t('{name} used a recovery link', { name })],
    'recovery-codes-made': [members, t('{name} has new recovery codes', { name })],
    'passkey-added': [members, t('{name} added a passkey', { name })],
    'passkey-removed': [members, t('{name} removed a passkey', { name })],
    'identity-linked': [members, t('{name} linked an account at the identity provider', { name })],
  }
  return described[alert.kind]
}
