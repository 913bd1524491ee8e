import type { Delivery } from '#shared/org/webhooks.ts'
import { t } from '#console/lib/text.ts'

/** What to do about an attempt that came to nothing; `null` for one that was taken. */
export function adviceFor({
  delivered,
  problem,
  responseStatus,
}: Pick<Delivery['attempts'][number], 'delivered' | 'problem' | 'responseStatus'>): string | null {
  if (delivered) return null
  switch (problem) {
    case 'redirect':
      return t('Give the endpoint’s final address: an event is not carried on to another place.')
    case 'timeout':
      return t('Answer every event with a 2xx status within 15 seconds, and do the work afterwards.')
    case 'tls':
      return t('Renew the certificate, and send the intermediate ones with it.')
    case 'connection':
      return t('Check that the receiver runs, and that its firewall lets this server in.')
    case 'name':
      return t('Check the host name, and that its DNS record is there for everybody.')
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
    return t('It may refuse the signature: check that it verifies the raw body with the present secret.')
  if (status === 404 || status === 405)
    return t('Nothing takes POST requests at this path: check the address.')
  if (status === 410) return t('The receiver says that it is gone for good.')
  if (status === 429) return t('The receiver takes fewer events than come: raise its limit.')
  return t('Look into the receiver’s log: it broke while it took the event.')
}
