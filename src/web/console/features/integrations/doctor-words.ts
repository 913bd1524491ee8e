import type { DoctorFinding, DoctorValues } from '#protocol/doctor.ts'
import { spanText } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'
import { type FindingsInWords, type FindingWords, framedWords, policyWords } from './doctor-policy-words.ts'
import { relatedWords } from './doctor-related-words.ts'

/** Texts of a finding in the chosen language: title, meaning and advice. */
export function findingWords({ code, values }: DoctorFinding): {
  title: string
  meaning: string
  advice: string | undefined
} {
  const words: Record<DoctorFinding['code'], FindingWords> = {
    ...pageWords,
    ...relatedWords,
    ...scriptWords,
    ...policyWords,
    ...framedWords,
    ...clockWords,
  }
  const [title, meaning, advice] = words[code](values)
  return { title, meaning, advice }
}

const createIt = () =>
  t('Create an integration with exactly this origin: scheme, host and port, without a path.')

const pageWords = {
  'page-read': (values) => [t('The page was read'), t('It responded with status {status}.', values)],
  'page-redirected': (values) => [
    t('The page was read, after a redirect'),
    t('Redirected to {url}. The results are for that page.', values),
  ],
  'page-refused': (values) => [
    t('The page responded with status {status}', values),
    t('The results are for that response, which may differ from what your users see.'),
    t('Enter the URL of a page that is public without signing in.'),
  ],
  'page-partly-read': () => [
    t('Only a part of the page was read'),
    t(
      'It is longer, or has more elements, attributes or content security policies, than these checks read. The results are for the part that was read.',
    ),
    t('Check a page of your site that has less in it.'),
  ],
  'page-unreachable': (values) => [
    t('The page could not be read'),
    t('Reading it failed: {problem}.', values),
    t('Checks only see public pages. Check the URL, and that the page is public.'),
  ],
  https: () => [t('The page is served over https'), t('Browsers offer passkeys on it.')],
  'https-local': () => [
    t('The page is on this machine'),
    t('On localhost browsers offer passkeys without https. Anywhere else the page needs it.'),
  ],
  'https-missing': () => [
    t('The page is not served over https'),
    t('Browsers offer no passkeys on it: the widget can neither create a wallet nor sign.'),
    t('Serve the page over https and send visitors of the http address there.'),
  ],
  origin: (values) => [
    t('The origin is registered for “{label}”', values),
    t('Widget sessions opened by its backend for this origin work on this page.'),
  ],
  'origin-of-another': (values) => [
    t('The origin is registered, but for “{label}”', values),
    t('Sessions opened by the backend of “{chosen}” are refused on this page.', values),
    t('Use the secret of the integration that has this origin, or make one integration with both.'),
  ],
  'origin-another-port': (values) => [
    t('The origin is registered with another port'),
    t(
      '{near} is registered, the page is at {origin}. Browsers compare the port too, so the widget is refused.',
      values,
    ),
    createIt(),
  ],
  'origin-another-scheme': (values) => [
    t('The origin is registered with another scheme'),
    t(
      '{near} is registered, the page is at {origin}. Browsers compare the scheme too, so the widget is refused.',
      values,
    ),
    createIt(),
  ],
  'origin-unknown': () => [
    t('The origin is not registered'),
    t('No active integration has it: the widget is refused on this page with ORIGIN_REFUSED.'),
    createIt(),
  ],
  domain: (values) => [
    t('{rpId} is a verified domain of the organization', values),
    t('Passkeys made on this page belong to it, and wallets can be created.'),
  ],
  'domain-malformed': (values) => [
    t('rp-id is not a host name'),
    t('The widget has rp-id="{rpId}". An RP ID has no scheme, port or path.', values),
    t('Use the host name only.'),
  ],
  'domain-foreign': (values) => [
    t('rp-id belongs to another site'),
    t('The page is at {host}; browsers refuse passkeys of {rpId} on it.', values),
    t(
      'Use {host} or a domain above it, leave rp-id out, or make this page a related origin of a domain of yours.',
      values,
    ),
  ],
  'domain-below': (values) => [
    t('Only {above} is registered, not {rpId}', values),
    t('Without rp-id the widget uses the page’s own host, which has a different hash.'),
    t('Set rp-id to {above}: its passkeys then work on every subdomain.', values),
  ],
  'domain-unknown': (values) => [
    t('{rpId} is not registered', values),
    t('Creating a wallet is refused with RP_ID_HASH_NOT_REGISTERED.'),
    t('Add this domain under Domains and verify it.'),
  ],
  'domain-unproved': (values) => [
    t('{rpId} is not verified yet', values),
    t('Creating a wallet is refused with RP_ID_HASH_NOT_REGISTERED.'),
    t('Publish its proof and verify it under Domains.'),
  ],
} satisfies FindingsInWords

const pasteIt = (values: DoctorValues) =>
  t('Paste the snippet of the integration: a script below {folder} of this server and the element.', values)

const scriptWords = {
  script: () => [
    t('The newest widget is loaded, with its hash'),
    t('Browsers run exactly this file or none.'),
  ],
  'script-missing': (values) => [
    t('The element is there, its script is not'),
    t('<latchkey-wallet> stays empty until its script is loaded.'),
    pasteIt(values),
  ],
  'widget-missing': (values) => [
    t('The page’s HTML has no widget'),
    t(
      'It contains neither the script nor <latchkey-wallet>. The doctor cannot see them if a framework adds them later or after signing in.',
    ),
    pasteIt(values),
  ],
  'script-elsewhere': (values) => [
    t('The widget is loaded from another origin'),
    t('It is loaded from {from}, not from {here}. A copy gets no updates.', values),
    t('Load it from this server, or keep the copy up to date yourself.'),
  ],
  'script-gone': (values) => [
    t('The page loads a file that no longer exists'),
    t('This server has no {file}. The widget does not appear.', values),
    t('Paste the current snippet of the integration.'),
  ],
  'script-hash-wrong': () => [
    t('The integrity hash belongs to another file'),
    t('Browsers refuse to run a file whose hash differs: the widget does not appear.'),
    t('Replace both attributes.'),
  ],
  'script-hash-missing': () => [
    t('The tag has no integrity hash'),
    t('The widget works. With the hash, browsers refuse a modified file.'),
    t('Add both attributes.'),
  ],
  'script-crossorigin-missing': () => [
    t('crossorigin is missing'),
    t(
      'Without it, a file of another origin is loaded without CORS and its hash cannot be checked: browsers refuse it.',
    ),
    t('Add the attribute.'),
  ],
  'script-old': (values) => [
    t('The widget is not the newest'),
    t('Version {version} is available. The one on the page still works.', values),
    t('Paste the current snippet at the next opportunity.'),
  ],
} satisfies FindingsInWords

/** Difference of two clocks, in words. */
const apart = ({ seconds }: DoctorValues) => ({ difference: spanText(Number(seconds ?? 0)) })
const synchronise = () =>
  t('Synchronize its clock (NTP). Behind a cache the Date header may be old: then check the backend itself.')

/** Findings about the clocks of the page's server, this browser and the chain. */
const clockWords = {
  'page-clock': () => [t('The clocks agree'), t('The page’s server and this one are within a minute.')],
  'page-clock-unknown': () => [
    t('The page’s server sends no date'),
    t('There is no Date header to compare. Webhook signatures are only valid within five minutes.'),
  ],
  'page-clock-ahead': (values) => [
    t('The page’s server is ahead by {difference}', apart(values)),
    t(
      'It treats widget tokens (valid for ten minutes) as expired too early, and refuses webhook signatures older than five minutes by its clock. Expirations that it sets are later than intended, and refused beyond 24 hours.',
    ),
    synchronise(),
  ],
  'page-clock-behind': (values) => [
    t('The page’s server is behind by {difference}', apart(values)),
    t(
      'It treats expired widget tokens as valid, and refuses webhook signatures that seem to come from the future. Expirations that it sets may already be in the past.',
    ),
    synchronise(),
  ],
  'browser-clock': () => [t('This browser’s clock is right'), t('It is within a minute of the server’s.')],
  'browser-clock-ahead': (values) => [
    t('This browser’s clock is ahead by {difference}', apart(values)),
    brokenBrowser(),
    t('Turn on automatic time on this device.'),
  ],
  'browser-clock-behind': (values) => [
    t('This browser’s clock is behind by {difference}', apart(values)),
    brokenBrowser(),
    t('Turn on automatic time on this device.'),
  ],
  'chain-clock': () => [
    t('The chain’s time is right'),
    t('Signatures expire at the time shown in the widget.'),
  ],
  'chain-clock-ahead': (values) => [
    t('The chain’s time is ahead by {difference}', apart(values)),
    t(
      'The contract checks expirations against the chain’s time: signatures expire that much earlier than shown in the widget, and short ones before they arrive.',
    ),
    t('Check the server’s clock. If it is right, contact the operator of the chain.'),
  ],
  'chain-clock-behind': (values) => [
    t('The chain’s time is behind by {difference}', apart(values)),
    t(
      'Its newest block is that old, or the node lags behind: transactions are delayed, and signatures are valid longer than shown in the widget.',
    ),
    t('Check that the node keeps up with the chain.'),
  ],
  'chain-clock-away': () => [
    t('The chain’s time is unknown'),
    t('No node responded within three seconds. While that lasts nothing can be sent.'),
    t('Check the service’s readiness (/readyz) and its nodes.'),
  ],
  'chain-clock-unsupported': () => [
    t('The chain’s time is not reported'),
    t('The hosted service does not report its own time and the time of its chain.'),
  ],
} satisfies FindingsInWords

function brokenBrowser(): string {
  return t(
    'The widget and the console use the server’s time, so signing works. What this device decides by its own clock can be wrong, such as whether a certificate is valid.',
  )
}
