import type { HostedUpstream } from '#shared/org/hosted-upstream.ts'
import type { BadgeTone } from '#console/components/badge.tsx'
import { t } from '#console/lib/text.ts'

/** One way by which outcomes become known, as the card tells it. */
export type OutcomeWay = {
  name: string
  tone: BadgeTone
  state: string
  sentence: string
  lastDatetime: string | null
}

/** What is relied on for the outcomes of held transactions, best first. */
export function outcomeWays(upstream: HostedUpstream): OutcomeWay[] {
  return [webhookWay(upstream), pollingWay(upstream), clockWay(upstream)]
}

function webhookWay({ webhook }: HostedUpstream): OutcomeWay {
  const { secretSetAtDatetime, heardAtDatetime } = webhook
  const name = t('Webhook')
  if (secretSetAtDatetime === null) {
    const sentence = t('Not set up yet. With it you learn of a decision within a second or two.')
    return { name, tone: 'warning', state: t('Not set up'), sentence, lastDatetime: null }
  }
  if (heardAtDatetime === null) {
    const sentence = t('The secret is stored. Send a test from the service to see that it arrives.')
    return { name, tone: 'warning', state: t('Nothing heard yet'), sentence, lastDatetime: null }
  }
  const sentence = t('The service tells this console of each decision.')
  return { name, tone: 'success', state: t('Relied on'), sentence, lastDatetime: heardAtDatetime }
}

function pollingWay({ polling }: HostedUpstream): OutcomeWay {
  const name = t('Asking the service')
  const lastDatetime = polling.heardAtDatetime
  if (polling.works === false) {
    const sentence = t(
      'This service has no path to ask for a transaction. After an approval nobody tells whether it was mined, unless the webhook does.',
    )
    return { name, tone: 'neutral', state: t('Not offered'), sentence, lastDatetime }
  }
  if (polling.works === null) {
    const sentence = t('It will be tried with the first transaction that is held.')
    return { name, tone: 'neutral', state: t('Not tried yet'), sentence, lastDatetime }
  }
  const sentence = t('This console asks for every open transaction until it has ended.')
  return { name, tone: 'success', state: t('Relied on'), sentence, lastDatetime }
}

function clockWay({ ownClock, webhook, polling }: HostedUpstream): OutcomeWay {
  const isAlone = polling.works !== true && webhook.heardAtDatetime === null
  return {
    name: t('This console’s own clock'),
    tone: isAlone ? 'warning' : 'success',
    state: isAlone ? t('The only one for now') : t('Relied on'),
    sentence: t(
      'What nobody decided is shown as expired after 15 minutes, or a minute before the signature ends. A later word of the service takes its place.',
    ),
    lastDatetime: ownClock.usedAtDatetime,
  }
}

/** How the service takes our key, and what to do when it does not. */
export function keyWords({ apiKey }: HostedUpstream): { tone: BadgeTone; state: string; sentence: string } {
  const kept = apiKey.sealedWithPresentSecret
    ? t('Kept sealed with this deployment’s secret key.')
    : t('Kept sealed with the secret key before the present one. Run “latchkey rotate-secret”.')
  switch (apiKey.answer) {
    case 'accepted':
      return { tone: 'success', state: t('Accepted'), sentence: kept }
    case 'refused': {
      const sentence = `${t('Set UPSTREAM_API_KEY to a key that the service accepts and start again.')} ${kept}`
      return { tone: 'danger', state: t('Refused by the service'), sentence }
    }
    case 'unreachable':
      return { tone: 'warning', state: t('The service cannot be reached'), sentence: kept }
  }
}
