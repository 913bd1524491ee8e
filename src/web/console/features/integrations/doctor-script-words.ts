import type { DoctorValues } from '#protocol/org/doctor.ts'
import { t } from '#web/ui/text.ts'

const pasteIt = (values: DoctorValues) =>
  t('Paste the snippet of the integration: a script below {folder} of this server and the element.', values)

/** The widget's script in the page. */
export const scriptWords = {
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
    advice: t('Load it from this server, or take on yourself to update the copy.'),
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
    meaning: t('Version {version} is there. The one on the page goes on working.', values),
    advice: t('Paste the current snippet at the next opportunity.'),
  }),
}
