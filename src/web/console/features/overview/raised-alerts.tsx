import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { isAlertOfWallet, type Alert } from '#protocol/alerts.ts'
import { CONSOLE_ALERT_ENDPOINTS } from '#protocol/console/alert-endpoints.ts'
import { Button, Icon, RowLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { displayName } from '#web/console/lib/display.ts'
import { paths } from '#web/console/lib/paths.ts'
import { Rich } from '#web/ui/call/rich.tsx'
import { t } from '#web/ui/text.ts'
import { alertsQuery } from './overview-requests.ts'

/**
 * Raised alerts, with acknowledged alerts last. Renders nothing if there are no alerts. Exposed keys have their own
 * notice with instructions.
 */
export function RaisedAlerts({ alerts }: { alerts: readonly Alert[] }): ReactElement | null {
  const listed = alerts.filter(({ kind }) => kind !== 'key-exposed')
  if (listed.length === 0) return null
  const isOpen = ({ acknowledgement }: Alert) => acknowledgement === undefined
  return (
    <Card title={t('Alerts')} className="mb-6" flush>
      <ul className="divide-y divide-line">
        {[...listed.filter(isOpen), ...listed.filter((alert) => !isOpen(alert))].map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
    </Card>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const { acknowledgement } = alert
  const acknowledge = useAcknowledge(alert)
  const [to, text] = describeAlert(alert)
  const isOpen = acknowledgement === undefined
  return (
    <li className="relative px-4 py-3 hover:bg-hover">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
        <Icon
          name={isOpen ? 'warning' : 'check'}
          className={`mt-0.5 size-4 ${isOpen ? 'text-danger' : 'text-muted'}`}
        />
        <div className="min-w-0 flex-1 basis-48">
          <RowLink to={to} className={`[overflow-wrap:anywhere] ${isOpen ? '' : 'text-muted'}`}>
            {text}
          </RowLink>
          <ActorLine alert={alert} />
          {!isOpen && <AcknowledgementLine {...acknowledgement} />}
        </div>
        <span className="text-sm text-muted">
          <TimeAgo datetime={alert.raisedAtDatetime} />
        </span>
        {isOpen && (
          <Button
            access={CONSOLE_ALERT_ENDPOINTS.acknowledgeAlert}
            silent
            className="relative z-10 -my-1"
            of={text}
            pending={acknowledge.isPending}
            onClick={() => acknowledge.mutate()}
          >
            {t('Acknowledge')}
          </Button>
        )}
      </div>
      <ProblemPanel
        className="relative z-10 mt-2"
        error={acknowledge.error}
        onRetry={() => acknowledge.mutate()}
      />
    </li>
  )
}

/** Acknowledges an alert for the whole organization. The response is the updated list. */
function useAcknowledge({ id: alertId }: Alert) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => consoleApi.call(CONSOLE_ALERT_ENDPOINTS.acknowledgeAlert, { params: { alertId } }),
    onSuccess: (alerts) => queryClient.setQueryData(alertsQuery().queryKey, alerts),
  })
}

function AcknowledgementLine({ name, atDatetime }: NonNullable<Alert['acknowledgement']>) {
  return (
    <span className="block text-sm text-muted">
      <Rich
        text="Acknowledged by {name} {time}"
        parts={{ name: displayName(name), time: <TimeAgo datetime={atDatetime} /> }}
      />
    </span>
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
  const policies = paths.policies.href()
  const described: Record<Alert['kind'], [string, string]> = {
    'relayer-low': [paths.usage.href(), t('The relayer needs funds soon')],
    'webhook-failing': [
      paths.webhook.href(alert.subject),
      t('The webhook endpoint {name} is failing', { name }),
    ],
    'key-exposed': [key, t('The key “{label}” was sent by a web browser', { label: name })],
    'key-refused': [key, t('The API key {name} is refused often', { name })],
    'failure-spike': [
      paths.transactions.href({ status: 'FAILED', time: 'day' }),
      t('Unusually many transactions are failing'),
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
    'approvers-missing': [policies, t('The policy {name} has too few approvers', { name })],
    'admin-added': [members, t('{name} is a new administrator', { name })],
    'policy-loosened': [policies, t('The policy {name} was loosened, turned off or deleted', { name })],
    'allow-list-loosened': [key, t('The IP list of the API key {name} was loosened or turned off', { name })],
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
