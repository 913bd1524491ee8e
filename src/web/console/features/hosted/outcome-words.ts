import type { HostedUpstream } from '#protocol/hosted-upstream.ts'
import type { BadgeTone } from '#web/console/components/badge.tsx'
import { t } from '#web/ui/text.ts'

/** One source of outcomes, as the card displays it. */
export type OutcomeWay = {
  name: string
  tone: BadgeTone
  state: string
  sentence: string
  lastDatetime: string | null
}

/** The sources of held transactions' outcomes, best first. */
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
  return { name, tone: 'success', state: t('In effect'), sentence, lastDatetime: heardAtDatetime }
}

function pollingWay({ polling }: HostedUpstream): OutcomeWay {
  const name = t('Asking the service')
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
  return { name, tone: 'success', state: t('In effect'), sentence, lastDatetime }
}

/** Whether the service accepts our key, and what to do otherwise. */
export function keyWords({ apiKey }: HostedUpstream): { tone: BadgeTone; state: string; sentence: string } {
  const sealing = apiKey.sealedWithPresentSecret
    ? t('Encrypted with this deployment’s secret key.')
    : t('Encrypted with the previous secret key. Run “latchkey rotate-secret”.')
  switch (apiKey.answer) {
    case 'accepted':
      return { tone: 'success', state: t('Accepted'), sentence: sealing }
    case 'refused': {
      const sentence = `${t('Set UPSTREAM_API_KEY to a key that the service accepts and start again.')} ${sealing}`
      return { tone: 'danger', state: t('Refused by the service'), sentence }
    }
    case 'unreachable':
      return { tone: 'warning', state: t('The service cannot be reached'), sentence: sealing }
  }
}
