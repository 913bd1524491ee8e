import type { DoctorValues } from '#protocol/doctor.ts'
import { t } from '#web/ui/text.ts'

const unhindered = () => t('The page has no policy, so nothing is blocked.')
const nothingToAdd = () => t('Nothing to add.')
const putIt = () => t('Replace the existing directive with exactly this one. It allows nothing else.')

/** The location of the blocking policy. */
function whereItStands({ place }: DoctorValues): string {
  if (place === 'both')
    return t('The policy is in the Content-Security-Policy header and in a <meta> tag; each has to allow.')
  return place === 'meta'
    ? t('The policy is in a <meta> tag of the page.')
    : t('The policy is in the Content-Security-Policy header.')
}

/** Findings about the page's own policies. */
export const policyWords = {
  'script-policy': () => ({
    title: t('The content security policy allows the script'),
    meaning: nothingToAdd(),
  }),
  'script-policy-none': () => ({
    title: t('The content security policy allows the script'),
    meaning: unhindered(),
  }),
  'script-policy-blocks': (values: DoctorValues) => ({
    title: t('The content security policy blocks the widget’s script'),
    meaning: `${t('The widget does not appear.')} ${whereItStands(values)}`,
    advice: putIt(),
  }),
  'connect-policy': () => ({
    title: t('The content security policy allows the requests'),
    meaning: nothingToAdd(),
  }),
  'connect-policy-none': () => ({
    title: t('The content security policy allows the requests'),
    meaning: unhindered(),
  }),
  'connect-policy-blocks': (values: DoctorValues) => ({
    title: t('The content security policy blocks the widget’s requests'),
    meaning: `${t('The widget appears and reports that it cannot connect (NETWORK_FAILED).')} ${whereItStands(values)}`,
    advice: putIt(),
  }),
  'passkey-policy': () => ({
    title: t('The permissions policy allows passkeys'),
    meaning: t('Creating and using passkeys is allowed on this page.'),
  }),
  'passkey-policy-none': () => ({
    title: t('The permissions policy allows passkeys'),
    meaning: t('The page has none, so its own passkeys are allowed.'),
  }),
  'passkey-policy-blocks': (values: DoctorValues) => ({
    title: t('The permissions policy forbids passkeys'),
    meaning: t('It blocks {features}: the browser’s prompt never opens (PASSKEY_BLOCKED).', values),
    advice: t('Allow the page itself in the Permissions-Policy header.'),
  }),
  frame: () => ({
    title: t('Foreign sites cannot frame the page'),
    meaning: t('The widget needs no frame of its own.'),
  }),
  'frame-opener': (values: DoctorValues) => ({
    title: t('Foreign sites cannot frame the page'),
    meaning: t(
      'The widget needs no frame of its own. Cross-Origin-Opener-Policy ({opener}) does not disturb it: it opens no window that it has to talk to.',
      values,
    ),
  }),
  'frame-open': () => ({
    title: t('Any site may show the page in a frame'),
    meaning: t(
      'Another site could place its own buttons over it. The passkey prompt in such a frame is refused, the rest of the page is not.',
    ),
    advice: t('Allow only your own sites in the Content-Security-Policy header (frame-ancestors).'),
  }),
}

/** Findings about a framed wallet: the page around it, and the page within. */
export const framedWords = {
  'framed-elsewhere': (values: DoctorValues) => ({
    title: t('The wallet is in a frame'),
    meaning: t(
      'It is on the page {src}. Its origin and domain were checked; run the checks on that URL too.',
      values,
    ),
  }),
  'framed-same-origin': (values: DoctorValues) => ({
    title: t('The frame has the origin of the page around it'),
    meaning: t(
      '{src} does not isolate the passkey from the page’s scripts, so the wallet is not displayed.',
      values,
    ),
    advice: t('Serve the page with the wallet from a subdomain of its own.'),
  }),
  'framed-blocked': (values: DoctorValues) => ({
    title: t('The content security policy blocks the frame'),
    meaning: t('{src} is not loaded.', values),
    advice: t('Replace the existing directive with exactly this one. It allows nothing else.'),
  }),
  'framed-no-passkeys': (values: DoctorValues) => ({
    title: t('The permissions policy gives the frame no passkeys'),
    meaning: t('{src} can neither create a passkey nor sign; a window is offered instead.', values),
    advice: t('Add the frame’s origin next to the page itself in the Permissions-Policy header.'),
  }),
  'framed-parents': (values: DoctorValues) => ({
    title: t('The page can be embedded where it should be'),
    meaning: t('{parents} may embed it, and signatures made there are accepted.', values),
  }),
  'framed-parents-malformed': (values: DoctorValues) => ({
    title: t('parent-origins contains an invalid origin'),
    meaning: t('It is “{parents}”. The wallet in the frame stops.', values),
    advice: t('Write each as browsers do, such as https://shop.example, with spaces between them.'),
  }),
  'framed-shut': (values: DoctorValues) => ({
    title: t('The page does not allow all these pages to embed it'),
    meaning: t(
      '{parents} may embed the wallet, but the page’s headers keep browsers from showing it.',
      values,
    ),
    advice: t('Put this directive into the Content-Security-Policy header, and remove X-Frame-Options.'),
  }),
  'framed-unregistered': (values: DoctorValues) => ({
    title: t('The service does not know the page around the frame'),
    meaning: t('Signatures made in a frame of {parents} are refused.', values),
    advice: t('Add it to the organization by PUT /v1/org/organization with this body.'),
  }),
  'framed-opener': (values: DoctorValues) => ({
    title: t('A window opened by the frame is cut off'),
    meaning: t(
      'Where a browser does not allow passkeys in frames, a window is used. With Cross-Origin-Opener-Policy {opener} the frame gets no answer from it.',
      values,
    ),
    advice: t('Leave the header out, or use same-origin-allow-popups on the page around the frame.'),
  }),
}
