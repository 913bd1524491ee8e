import type { DoctorValues } from '#protocol/org/doctor.ts'
import { t } from '#web/ui/text.ts'

const unhindered = () => t('The page has no policy, so nothing is blocked.')
const nothingToAdd = () => t('Nothing to add.')
const putIt = () => t('Replace the existing directive with exactly this one. It allows nothing else.')

/** Which of the page's policies blocks. */
function whereItStands({ place }: DoctorValues): string {
  if (place === 'both')
    return t('The policy is in the Content-Security-Policy header and in a <meta> tag; each has to allow.')
  return place === 'meta'
    ? t('The policy is in a <meta> tag of the page.')
    : t('The policy is in the Content-Security-Policy header.')
}

/** What the page's own policies allow. */
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
    meaning: `${t('The widget appears and says that it cannot connect (NETWORK_FAILED).')} ${whereItStands(values)}`,
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
    advice: t('Say in the Content-Security-Policy header who may.'),
  }),
}
