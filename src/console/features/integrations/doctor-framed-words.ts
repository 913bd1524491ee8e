import type { DoctorValues } from '#shared/org/doctor.ts'
import { t } from '#console/lib/text.ts'

/** A wallet in a frame: the page around it, and the page within. */
export const framedWords = {
  'framed-elsewhere': (values: DoctorValues) => ({
    title: t('The wallet is in a frame'),
    meaning: t(
      'It is on the page {src}. Its origin and its domain were looked at; examine that address too for the rest.',
      values,
    ),
  }),
  'framed-same-origin': (values: DoctorValues) => ({
    title: t('The frame has the origin of the page around it'),
    meaning: t(
      '{src} keeps no script of the page away from the passkey, so the wallet is not shown.',
      values,
    ),
    advice: t('Serve the page with the wallet from a subdomain of its own.'),
  }),
  'framed-blocked': (values: DoctorValues) => ({
    title: t('The content security policy blocks the frame'),
    meaning: t('{src} is not loaded.', values),
    advice: t('Put exactly this directive in the place of the one that is there. It allows nothing else.'),
  }),
  'framed-no-passkeys': (values: DoctorValues) => ({
    title: t('The permissions policy gives the frame no passkeys'),
    meaning: t('{src} can neither create a passkey nor sign; a window is offered instead.', values),
    advice: t('Name the frame’s origin beside the page itself in the Permissions-Policy header.'),
  }),
  'framed-parents': (values: DoctorValues) => ({
    title: t('The page may be embedded where it should be'),
    meaning: t('{parents} may have it in a frame, and signatures made there are taken.', values),
  }),
  'framed-parents-malformed': (values: DoctorValues) => ({
    title: t('parent-origins holds something that is no origin'),
    meaning: t('It is “{parents}”. The wallet in the frame stops there.', values),
    advice: t('Write each as browsers do, such as https://shop.example, with spaces between them.'),
  }),
  'framed-shut': (values: DoctorValues) => ({
    title: t('The page lets itself be embedded by nobody, or not by all'),
    meaning: t(
      '{parents} may embed the wallet, but the page’s headers keep browsers from showing it.',
      values,
    ),
    advice: t('Put this directive into the Content-Security-Policy header, and take X-Frame-Options out.'),
  }),
  'framed-unregistered': (values: DoctorValues) => ({
    title: t('The service does not know the page around the frame'),
    meaning: t('Signatures made in a frame of {parents} are refused.', values),
    advice: t('Add it to the organization by PUT /v1/org/organization with this body.'),
  }),
  'framed-opener': (values: DoctorValues) => ({
    title: t('A window that the frame opens is cut off'),
    meaning: t(
      'Where a browser makes no passkeys in frames, a window does it. With Cross-Origin-Opener-Policy {opener} the frame hears nothing from it.',
      values,
    ),
    advice: t('Leave the header out, or use same-origin-allow-popups on the page around the frame.'),
  }),
}
