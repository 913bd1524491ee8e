import type { DoctorValues } from '#protocol/doctor.ts'
import { t } from '#web/ui/text.ts'

/** Texts of a finding, from its values. */
export type FindingWords = (values: DoctorValues) => [title: string, meaning: string, advice?: string]
export type FindingsInWords = Readonly<Record<string, FindingWords>>

const unhindered = () => t('The page has no policy, so nothing is blocked.')
const nothingToAdd = () => t('Nothing to add.')
const putIt = () => t('Replace the existing directive with exactly this one. It allows nothing else.')

function whereItStands({ place }: DoctorValues): string {
  if (place === 'both')
    return t('The policy is in the Content-Security-Policy header and in a <meta> tag; each has to allow.')
  return place === 'meta'
    ? t('The policy is in a <meta> tag of the page.')
    : t('The policy is in the Content-Security-Policy header.')
}

/** Findings about the page's own policies. */
export const policyWords = {
  'script-policy': () => [t('The content security policy allows the script'), nothingToAdd()],
  'script-policy-none': () => [t('The content security policy allows the script'), unhindered()],
  'script-policy-blocks': (values) => [
    t('The content security policy blocks the widget’s script'),
    `${t('The widget does not appear.')} ${whereItStands(values)}`,
    putIt(),
  ],
  'connect-policy': () => [t('The content security policy allows the requests'), nothingToAdd()],
  'connect-policy-none': () => [t('The content security policy allows the requests'), unhindered()],
  'connect-policy-blocks': (values) => [
    t('The content security policy blocks the widget’s requests'),
    `${t('The widget appears and reports that it cannot connect (NETWORK_FAILED).')} ${whereItStands(values)}`,
    putIt(),
  ],
  'passkey-policy': () => [
    t('The permissions policy allows passkeys'),
    t('Creating and using passkeys is allowed on this page.'),
  ],
  'passkey-policy-none': () => [
    t('The permissions policy allows passkeys'),
    t('The page has none, so its own passkeys are allowed.'),
  ],
  'passkey-policy-blocks': (values) => [
    t('The permissions policy forbids passkeys'),
    t('It blocks {features}: the browser’s prompt never opens (PASSKEY_BLOCKED).', values),
    t('Allow the page itself in the Permissions-Policy header.'),
  ],
  frame: () => [t('Other sites cannot frame the page'), t('The widget needs no frame of its own.')],
  'frame-opener': (values) => [
    t('Other sites cannot frame the page'),
    t(
      'The widget needs no frame of its own. Cross-Origin-Opener-Policy ({opener}) does not disturb it: it opens no window that it has to talk to.',
      values,
    ),
  ],
  'frame-open': () => [
    t('Any site may show the page in a frame'),
    t(
      'Another site could place its own buttons over it. The passkey prompt in such a frame is refused, the rest of the page is not.',
    ),
    t('Allow only your own sites in the Content-Security-Policy header (frame-ancestors).'),
  ],
} satisfies FindingsInWords

/** Findings about a framed wallet: the page around it and the page inside it. */
export const framedWords = {
  'framed-elsewhere': (values) => [
    t('The wallet is in a frame'),
    t('It is on the page {src}. Its origin and domain were checked; run the checks on that URL too.', values),
  ],
  'framed-same-origin': (values) => [
    t('The frame has the origin of the page around it'),
    t('{src} does not isolate the passkey from the page’s scripts, so the wallet is not displayed.', values),
    t('Serve the page with the wallet from a subdomain of its own.'),
  ],
  'framed-blocked': (values) => [
    t('The content security policy blocks the frame'),
    t('{src} is not loaded.', values),
    t('Replace the existing directive with exactly this one. It allows nothing else.'),
  ],
  'framed-no-passkeys': (values) => [
    t('The permissions policy gives the frame no passkeys'),
    t('{src} can neither create a passkey nor sign; a window is offered instead.', values),
    t('Add the frame’s origin next to the page itself in the Permissions-Policy header.'),
  ],
  'framed-parents': (values) => [
    t('The page can be embedded where it should be'),
    t('{parents} may embed it, and signatures made there are accepted.', values),
  ],
  'framed-parents-malformed': (values) => [
    t('parent-origins contains an invalid origin'),
    t('Its value is “{parents}”. The wallet in the frame does not start.', values),
    t('Write each origin as browsers do, such as https://shop.example, separated by spaces.'),
  ],
  'framed-shut': (values) => [
    t('The page does not allow all these pages to embed it'),
    t('{parents} may embed the wallet, but the page’s headers keep browsers from showing it.', values),
    t('Put this directive into the Content-Security-Policy header, and remove X-Frame-Options.'),
  ],
  'framed-unregistered': (values) => [
    t('The service does not know the page around the frame'),
    t('Signatures made in a frame of {parents} are refused.', values),
    t('Add it to the organization by PUT /v1/org/organization with this body.'),
  ],
  'framed-opener': (values) => [
    t('A window opened by the frame is cut off'),
    t(
      'Where a browser does not allow passkeys in frames, a window is used. With Cross-Origin-Opener-Policy {opener} the frame gets no response from it.',
      values,
    ),
    t('Leave the header out, or use same-origin-allow-popups on the page around the frame.'),
  ],
} satisfies FindingsInWords
