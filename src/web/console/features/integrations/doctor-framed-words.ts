import type { DoctorValues } from '#protocol/org/doctor.ts'
import { t } from '#web/ui/text.ts'

/** A wallet in a frame: the page around it, and the page within. */
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
