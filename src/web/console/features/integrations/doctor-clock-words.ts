import type { DoctorValues } from '#protocol/org/doctor.ts'
import { spanText } from '#web/console/lib/format-time.ts'
import { t } from '#web/ui/text.ts'

/** The difference of two clocks, in words. */
const apart = ({ seconds }: DoctorValues) => ({ difference: spanText(Number(seconds ?? 0)) })
const synchronise = () =>
  t(
    'Synchronise its clock (NTP). Behind a cache the Date header may be old: then look at the backend itself.',
  )

/** The clocks of the page's server, of this browser and of the chain. */
export const clockWords = {
  'page-clock': () => ({
    title: t('The clocks agree'),
    meaning: t('The page’s server and this one are within a minute.'),
  }),
  'page-clock-unknown': () => ({
    title: t('The page’s server sends no date'),
    meaning: t('There is no Date header to compare. Webhook signatures are only valid within five minutes.'),
  }),
  'page-clock-ahead': (values: DoctorValues) => ({
    title: t('The page’s server is ahead by {difference}', apart(values)),
    meaning: t(
      'It takes widget tokens, which live ten minutes, for over too early, and refuses webhook signatures older than five minutes by its clock. An expiration that it sets itself is later than it means, and refused beyond 24 hours.',
    ),
    advice: synchronise(),
  }),
  'page-clock-behind': (values: DoctorValues) => ({
    title: t('The page’s server is behind by {difference}', apart(values)),
    meaning: t(
      'It takes widget tokens, which live ten minutes, for valid when they are over, and refuses webhook signatures that seem to come from the future. An expiration that it sets itself may be past already.',
    ),
    advice: synchronise(),
  }),
  'browser-clock': () => ({
    title: t('This browser’s clock is right'),
    meaning: t('It is within a minute of the server’s.'),
  }),
  'browser-clock-ahead': (values: DoctorValues) => ({
    title: t('This browser’s clock is ahead by {difference}', apart(values)),
    meaning: brokenBrowser(),
    advice: t('Let this device set its clock by itself.'),
  }),
  'browser-clock-behind': (values: DoctorValues) => ({
    title: t('This browser’s clock is behind by {difference}', apart(values)),
    meaning: brokenBrowser(),
    advice: t('Let this device set its clock by itself.'),
  }),
  'chain-clock': () => ({
    title: t('The chain’s time is right'),
    meaning: t('Signatures expire when the widget says they do.'),
  }),
  'chain-clock-ahead': (values: DoctorValues) => ({
    title: t('The chain’s time is ahead by {difference}', apart(values)),
    meaning: t(
      'The contract judges expirations by the chain: signatures end that much earlier than the widget says, and short ones are over before they arrive.',
    ),
    advice: t('Check the server’s clock. If it is right, ask whoever runs the chain.'),
  }),
  'chain-clock-behind': (values: DoctorValues) => ({
    title: t('The chain’s time is behind by {difference}', apart(values)),
    meaning: t(
      'Its newest block is that old, or the node is not at the newest one: transactions wait, and signatures hold longer than the widget says.',
    ),
    advice: t('Check that the node keeps up with the chain.'),
  }),
  'chain-clock-away': () => ({
    title: t('The chain’s time is not known'),
    meaning: t('No node answered within three seconds. While that lasts nothing can be sent.'),
    advice: t('Look at the service’s readiness, /readyz, and at its nodes.'),
  }),
  'chain-clock-untold': () => ({
    title: t('The chain’s time is not reported'),
    meaning: t('The hosted service does not say what time it and its chain have.'),
  }),
}

function brokenBrowser(): string {
  return t(
    'The widget takes the time from the server, so signing works. What this device says itself is wrong: “3 minutes ago”, how long an approval is open, and whether certificates are valid.',
  )
}
