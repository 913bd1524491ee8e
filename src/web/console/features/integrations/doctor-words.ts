import type { DoctorFinding, DoctorValues } from '#protocol/doctor.ts'
import { t } from '#web/ui/text.ts'
import { spanText } from '#web/console/lib/display.ts'
import { framedWords, policyWords } from './doctor-policy-words.ts'

/** The finding, its meaning, and what to do about it. */
type FindingWords = { title: string; meaning: string; advice?: string }

/** A finding in the chosen language. */
export function findingWords({ code, values }: DoctorFinding): FindingWords {
  const words: Record<DoctorFinding['code'], (values: DoctorValues) => FindingWords> = {
    ...pageWords,
    ...scriptWords,
    ...policyWords,
    ...framedWords,
    ...clockWords,
  }
  return words[code](values)
}

const createIt = () =>
  t('Create an integration with exactly this origin: scheme, host and port, without a path.')

/** Findings about the page. */
const pageWords = {
  'page-read': (values: DoctorValues) => ({
    title: t('The page was read'),
    meaning: t('It answered with status {status}.', values),
  }),
  'page-redirected': (values: DoctorValues) => ({
    title: t('The page was read, after a redirect'),
    meaning: t('Redirected to {url}. The results are for that page.', values),
  }),
  'page-refused': (values: DoctorValues) => ({
    title: t('The page answered with status {status}', values),
    meaning: t('The results are for that response, which may differ from what your users see.'),
    advice: t('Enter the URL of a page that is public without signing in.'),
  }),
  'page-unreachable': (values: DoctorValues) => ({
    title: t('The page could not be read'),
    meaning: t('Reading it failed: {problem}.', values),
    advice: t('Checks only see public pages. Check the URL, and that the page is public.'),
  }),
  https: () => ({
    title: t('The page is served over https'),
    meaning: t('Browsers offer passkeys on it.'),
  }),
  'https-local': () => ({
    title: t('The page is on this machine'),
    meaning: t('On localhost browsers offer passkeys without https. Anywhere else the page needs it.'),
  }),
  'https-missing': () => ({
    title: t('The page is not served over https'),
    meaning: t('Browsers offer no passkeys on it: the widget can neither create a wallet nor sign.'),
    advice: t('Serve the page over https and send visitors of the http address there.'),
  }),
  origin: (values: DoctorValues) => ({
    title: t('The origin is registered for “{label}”', values),
    meaning: t('Widget sessions opened by its backend for this origin work on this page.'),
  }),
  'origin-of-another': (values: DoctorValues) => ({
    title: t('The origin is registered, but for “{label}”', values),
    meaning: t('Sessions opened by the backend of “{chosen}” are refused on this page.', values),
    advice: t('Use the secret of the integration that has this origin, or make one integration with both.'),
  }),
  'origin-another-port': (values: DoctorValues) => ({
    title: t('The origin is registered with another port'),
    meaning: t(
      '{near} is registered, the page is at {origin}. Browsers compare the port too, so the widget is refused.',
      values,
    ),
    advice: createIt(),
  }),
  'origin-another-scheme': (values: DoctorValues) => ({
    title: t('The origin is registered with another scheme'),
    meaning: t(
      '{near} is registered, the page is at {origin}. Browsers compare the scheme too, so the widget is refused.',
      values,
    ),
    advice: createIt(),
  }),
  'origin-unknown': () => ({
    title: t('The origin is not registered'),
    meaning: t('No active integration has it: the widget is refused on this page with ORIGIN_REFUSED.'),
    advice: createIt(),
  }),
  domain: (values: DoctorValues) => ({
    title: t('{rpId} is a verified domain of the organization', values),
    meaning: t('Passkeys made on this page belong to it, and wallets can be created.'),
  }),
  'domain-malformed': (values: DoctorValues) => ({
    title: t('rp-id is not a host name'),
    meaning: t('The widget has rp-id="{rpId}". An RP ID has no scheme, port or path.', values),
    advice: t('Use the host name only.'),
  }),
  'domain-foreign': (values: DoctorValues) => ({
    title: t('rp-id is of another site'),
    meaning: t('The page is at {host}; browsers refuse passkeys of {rpId} on it.', values),
    advice: t('Use {host} or a domain above it, or leave rp-id out.', values),
  }),
  'domain-below': (values: DoctorValues) => ({
    title: t('Only {above} is registered, not {rpId}', values),
    meaning: t('Without rp-id the widget uses the page’s own host, which has a different hash.'),
    advice: t('Set rp-id to {above}: its passkeys then work on every subdomain.', values),
  }),
  'domain-unknown': (values: DoctorValues) => ({
    title: t('{rpId} is not registered', values),
    meaning: t('Creating a wallet is refused with RP_ID_HASH_NOT_REGISTERED.'),
    advice: t('Add this domain under Domains and verify it.'),
  }),
  'domain-unproved': (values: DoctorValues) => ({
    title: t('{rpId} is not verified yet', values),
    meaning: t('Creating a wallet is refused with RP_ID_HASH_NOT_REGISTERED.'),
    advice: t('Publish its proof and verify it under Domains.'),
  }),
}

const pasteIt = (values: DoctorValues) =>
  t('Paste the snippet of the integration: a script below {folder} of this server and the element.', values)

/** Findings about the widget's script. */
const scriptWords = {
  script: () => ({
    title: t('The newest widget is loaded, with its hash'),
    meaning: t('Browsers run exactly this file or none.'),
  }),
  'script-missing': (values: DoctorValues) => ({
    title: t('The element is there, its script is not'),
    meaning: t('<latchkey-wallet> stays empty until its script is loaded.'),
    advice: pasteIt(values),
  }),
  'widget-missing': (values: DoctorValues) => ({
    title: t('The page’s HTML has no widget'),
    meaning: t(
      'It contains neither the script nor <latchkey-wallet>. The doctor cannot see them if a framework adds them later or after signing in.',
    ),
    advice: pasteIt(values),
  }),
  'script-elsewhere': (values: DoctorValues) => ({
    title: t('The widget is loaded from another origin'),
    meaning: t('It is loaded from {from}, not from {here}. A copy gets no updates.', values),
    advice: t('Load it from this server, or keep the copy up to date yourself.'),
  }),
  'script-gone': (values: DoctorValues) => ({
    title: t('The page loads a file that no longer exists'),
    meaning: t('This server has no {file}. The widget does not appear.', values),
    advice: t('Paste the current snippet of the integration.'),
  }),
  'script-hash-wrong': () => ({
    title: t('The integrity hash is of another file'),
    meaning: t('Browsers refuse to run a file whose hash differs: the widget does not appear.'),
    advice: t('Replace both attributes.'),
  }),
  'script-hash-missing': () => ({
    title: t('The tag has no integrity hash'),
    meaning: t('The widget works. With the hash, browsers refuse a modified file.'),
    advice: t('Add both attributes.'),
  }),
  'script-crossorigin-missing': () => ({
    title: t('crossorigin is missing'),
    meaning: t(
      'A file of another origin is loaded without CORS then, and its hash cannot be checked: browsers refuse it.',
    ),
    advice: t('Add the attribute.'),
  }),
  'script-old': (values: DoctorValues) => ({
    title: t('The widget is not the newest'),
    meaning: t('Version {version} is available. The one on the page still works.', values),
    advice: t('Paste the current snippet at the next opportunity.'),
  }),
}

/** The difference of two clocks, in words. */
const apart = ({ seconds }: DoctorValues) => ({ difference: spanText(Number(seconds ?? 0)) })
const synchronise = () =>
  t('Synchronise its clock (NTP). Behind a cache the Date header may be old: then check the backend itself.')

/** The clocks of the page's server, of this browser and of the chain. */
const clockWords = {
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
      'It treats widget tokens (valid for ten minutes) as expired too early, and refuses webhook signatures older than five minutes by its clock. Expirations that it sets are later than intended, and refused beyond 24 hours.',
    ),
    advice: synchronise(),
  }),
  'page-clock-behind': (values: DoctorValues) => ({
    title: t('The page’s server is behind by {difference}', apart(values)),
    meaning: t(
      'It treats expired widget tokens as valid, and refuses webhook signatures that seem to come from the future. Expirations that it sets may already be in the past.',
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
    advice: t('Turn on automatic time on this device.'),
  }),
  'browser-clock-behind': (values: DoctorValues) => ({
    title: t('This browser’s clock is behind by {difference}', apart(values)),
    meaning: brokenBrowser(),
    advice: t('Turn on automatic time on this device.'),
  }),
  'chain-clock': () => ({
    title: t('The chain’s time is right'),
    meaning: t('Signatures expire at the time shown in the widget.'),
  }),
  'chain-clock-ahead': (values: DoctorValues) => ({
    title: t('The chain’s time is ahead by {difference}', apart(values)),
    meaning: t(
      'The contract checks expirations against the chain’s time: signatures expire that much earlier than shown in the widget, and short ones before they arrive.',
    ),
    advice: t('Check the server’s clock. If it is right, contact the operator of the chain.'),
  }),
  'chain-clock-behind': (values: DoctorValues) => ({
    title: t('The chain’s time is behind by {difference}', apart(values)),
    meaning: t(
      'Its newest block is that old, or the node lags behind: transactions are delayed, and signatures are valid longer than shown in the widget.',
    ),
    advice: t('Check that the node keeps up with the chain.'),
  }),
  'chain-clock-away': () => ({
    title: t('The chain’s time is not known'),
    meaning: t('No node answered within three seconds. While that lasts nothing can be sent.'),
    advice: t('Check the service’s readiness (/readyz) and its nodes.'),
  }),
  'chain-clock-untold': () => ({
    title: t('The chain’s time is not reported'),
    meaning: t('The hosted service does not report its own time and the time of its chain.'),
  }),
}

function brokenBrowser(): string {
  return t(
    'The widget and the console use the server’s time, so signing works. What this device decides by its own clock can be wrong, such as whether a certificate is valid.',
  )
}
