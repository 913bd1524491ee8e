import type { Delivery } from '#protocol/org/webhooks.ts'
import { t } from '#web/ui/text.ts'

/** What to do about an attempt that came to nothing; `null` for one that was taken. */
export function adviceFor({
  delivered,
  problem,
  responseStatus,
}: Pick<Delivery['attempts'][number], 'delivered' | 'problem' | 'responseStatus'>): string | null {
  if (delivered) return null
  switch (problem) {
    case 'redirect':
      return t('Enter the endpoint’s final URL: redirects are not followed.')
    case 'timeout':
      return t('Answer every event with a 2xx status within 15 seconds, and do the work afterwards.')
    case 'tls':
      return t('Renew the certificate, and send the intermediate ones with it.')
    case 'connection':
      return t('Check that the receiver runs, and that its firewall lets this server in.')
    case 'name':
      return t('Check the host name and its public DNS record.')
    case 'address':
    case 'url':
      return t('Events are sent to public addresses only. For development use “latchkey listen”.')
    case 'secret':
      return t('Rotate the signing secret of the endpoint.')
    case null:
    case 'status':
    default:
      return statusAdvice(responseStatus)
  }
}

function statusAdvice(status: number | null): string {
  if (status === 400 || status === 401 || status === 403)
    return t('It may refuse the signature: check that it verifies the raw body with the current secret.')
  if (status === 404 || status === 405) return t('The path does not accept POST requests: check the URL.')
  if (status === 410) return t('The receiver reports that it is gone permanently.')
  if (status === 429) return t('The receiver limits its requests: raise its limit.')
  return t('Check the receiver’s log: it failed while handling the event.')
}
