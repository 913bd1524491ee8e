import type { SampledType, Delivery } from '#protocol/events.ts'
import type { Webhook } from '#protocol/webhooks.ts'
import type { Look } from '#web/console/components/badge.tsx'
import { t } from '#web/ui/text.ts'

/** Label of an endpoint's state. */
export function webhookLook({ enabled, disabledReason, failingSinceDatetime }: Webhook): Look {
  if (enabled && failingSinceDatetime === null) return { tone: 'success', label: t('Enabled') }
  if (enabled) return { tone: 'warning', label: t('Failing') }
  if (disabledReason === 'manual') return { tone: 'neutral', label: t('Disabled') }
  return { tone: 'danger', label: t('Disabled automatically') }
}

/** Summarizes the current state of the endpoint. */
export function webhookPurpose({ enabled, failingSinceDatetime }: Webhook): string {
  if (!enabled) return t('Disabled: no events are delivered to this endpoint.')
  return failingSinceDatetime === null
    ? t('Events are delivered to this endpoint.')
    : t('Deliveries to this endpoint are failing.')
}

/**
 * Updates the endpoint's state from its newest deliveries, which are read more often. A delivered event ends
 * a series of failures.
 */
export function withNews(webhook: Webhook, deliveries: readonly Delivery[]): Webhook {
  const { failingSinceDatetime: since } = webhook
  if (since === null) return webhook
  const isAfter = (datetime: string | null) => datetime !== null && Date.parse(datetime) > Date.parse(since)
  const works = deliveries.some(({ deliveredAtDatetime }) => isAfter(deliveredAtDatetime))
  return works ? { ...webhook, failingSinceDatetime: null } : webhook
}

/** Describes what triggers each event. */
export const eventNotes = (): Record<SampledType, string> => ({
  'transaction.approved': t('A held transaction was approved.'),
  'transaction.rejected': t('A held transaction was declined. Nothing was sent.'),
  'transaction.submitted': t('A transaction was sent to the chain.'),
  'transaction.confirmed': t('A transaction is in a block with enough confirmations.'),
  'transaction.failed': t('A transaction reverted or was refused by the chain.'),
  'transaction.expired': t('A held transaction was not approved in time.'),
  'transaction.cancelled': t('The organization cancelled a held transaction. Nothing was sent.'),
  'wallet.created': t('A wallet was deployed.'),
  'wallet.cosigner.set': t('A wallet has a new co-signer.'),
  'wallet.cosigner.removal.started': t('The owner of a wallet started to remove its co-signer.'),
  'wallet.cosigner.removed': t('A wallet has no co-signer any more.'),
  'wallet.key.added': t('A passkey was added to a wallet.'),
  'wallet.key.removed': t('A passkey was removed from a wallet.'),
  'apikey.exposed': t('One of your API keys was sent by a browser. Rotate it.'),
  'alert.raised': t('Something needs an administrator’s attention. The field “kind” says what.'),
  'alert.cleared': t('The cause of an alert is gone.'),
  'webhook.test': t('You sent a test event. It goes to that one endpoint.'),
})

type Attempt = Delivery['attempts'][number]

/** The problem of an attempt, in words. */
export function problemText({ problem, responseStatus }: Attempt): string {
  const status = String(responseStatus ?? '')
  const texts = {
    status: t('Responded with {status}', { status }),
    redirect: t('Responded with {status}: redirects are not followed', { status }),
    timeout: t('No response in time'),
    tls: t('The certificate was not accepted'),
    malformed: t('The response is not valid HTTP'),
    connection: t('The connection failed'),
    name: t('The host name was not found'),
    address: t('The address is not public'),
    url: t('The URL may not be called'),
    secret: t('The secret could not be decrypted'),
  }
  return new Map(Object.entries(texts)).get(problem ?? 'status') ?? problem ?? ''
}

/** The event types of an endpoint, in a few words. */
export function typesText({ types }: Pick<Webhook, 'types'>): string {
  if (types === null) return t('All events')
  return t('{count, plural, one {# event type} other {# event types}}', { count: types.length })
}

type Outcome = Pick<Attempt, 'delivered' | 'problem' | 'responseStatus'>

/** Advice about a failed attempt. Null for an accepted attempt. */
export function adviceFor({ delivered, problem, responseStatus }: Outcome): string | null {
  if (delivered) return null
  const isPrivate = t('Events are sent to public addresses only. For development use “latchkey listen”.')
  const advice = {
    redirect: t('Enter the endpoint’s final URL: redirects are not followed.'),
    timeout: t('Respond to every event with a 2xx status within 15 seconds, and do the work afterwards.'),
    tls: t('Renew the certificate, and send the intermediate ones with it.'),
    malformed: t('Check the receiver and the proxy in front of it: the response breaks the rules of HTTP.'),
    connection: t('Check that the receiver runs, and that its firewall lets this server in.'),
    name: t('Check the host name and its public DNS record.'),
    address: isPrivate,
    url: isPrivate,
    secret: t('Rotate the signing secret of the endpoint.'),
  }
  return new Map(Object.entries(advice)).get(problem ?? '') ?? statusAdvice(responseStatus)
}

function statusAdvice(status: number | null): string {
  if (status === 400 || status === 401 || status === 403)
    return t('It may refuse the signature: check that it verifies the raw body with the current secret.')
  if (status === 404 || status === 405) return t('The path does not accept POST requests: check the URL.')
  if (status === 410) return t('The receiver reports that it is gone permanently.')
  if (status === 429)
    return t(
      'The receiver limits its requests: raise its limit, or let it send Retry-After, which is obeyed.',
    )
  return t('Check the receiver’s log: it failed while handling the event.')
}
