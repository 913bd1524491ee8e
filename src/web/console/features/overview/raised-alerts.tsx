import { ALERT_ENDPOINTS, alertPath, type Alert } from '#protocol/alerts.ts'
import { Card } from '#web/console/components/card.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { RowLink } from '#web/console/components/table.tsx'
import { TimeAgo } from '#web/console/components/values.tsx'
import { displayName } from '#web/console/lib/display-names.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'
import { t } from '#web/ui/text.ts'

/** Read again with the overview's numbers, at every event. */
const alertsQuery = () => endpointQuery(['overview', 'alerts'], '/api/org', ALERT_ENDPOINTS.listAlerts)

/** What is raised now; nothing when nothing is. Exposed keys have a notice of their own, with what to do. */
export function RaisedAlerts() {
  const { data = [] } = useLiveQuery(alertsQuery())
  const alerts = data.filter(({ kind }) => kind !== 'key-exposed')
  if (alerts.length === 0) return null
  return (
    <div className="mb-6">
      <Card title={t('Alerts')} flush>
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <li key={alert.id} className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover">
              <Icon name="warning" className="mt-0.5 text-danger" />
              <RowLink to={alertPath(alert)} className="mr-auto min-w-0 [overflow-wrap:anywhere]">
                {sentenceOf(alert)}
              </RowLink>
              <span className="shrink-0 text-sm text-muted">
                <TimeAgo datetime={alert.raisedAtDatetime} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function sentenceOf(alert: Alert): string {
  const name = displayName(alert.name)
  const sentences: Record<Alert['kind'], string> = {
    'relayer-low': t('The relayer needs funds soon'),
    'webhook-failing': t('The webhook endpoint {name} fails', { name }),
    'key-exposed': t('The key “{label}” was sent by a web browser', { label: name }),
    'key-refused': t('The API key {name} is refused often', { name }),
    'failure-spike': t('Unusually many transactions fail'),
    'policy-refused': t('A policy refused a request of the API key {name}', { name }),
    'recovery-proposed': t('A recovery of the wallet {name} was proposed', { name }),
    'admin-added': t('{name} is a new administrator', { name }),
  }
  return sentences[alert.kind]
}
