import type { DoctorValues } from '#protocol/doctor.ts'
import { t } from '#web/ui/text.ts'
import type { FindingsInWords } from './doctor-policy-words.ts'

const refused = () => t('Browsers refuse the passkeys on this page (RP_ID_MISMATCH).')
const publishIt = (values: DoctorValues) => t('Publish exactly this content at {url}.', values)

/** Findings about a page that uses the passkeys of another domain. */
export const relatedWords = {
  'domain-related': (values) => [
    t('The page uses the passkeys of {rpId}', values),
    t('{host} is another domain. Its origin has to be a related origin of {rpId}.', values),
  ],
  related: (values) => [
    t('The origin is a related origin of the passkeys’ domain'),
    t('{url} lists it, and the service accepts its signatures.', values),
  ],
  'related-unregistered': (values) => [
    t('The origin is not a related origin of {rpId}', values),
    t('The service refuses signatures of {origin} (INVALID_SIGNATURE).', values),
    t('Add this origin to the domain under Domains, and publish the list.'),
  ],
  'related-unreachable': (values) => [
    t('The list of related origins could not be read'),
    `${t('Reading {url} failed: {problem}.', values)} ${refused()}`,
    publishIt(values),
  ],
  'related-insecure': (values) => [
    t('The list of related origins is not served over https'),
    `${t('{url} leads to {target}.', values)} ${refused()}`,
    publishIt(values),
  ],
  'related-refused': (values) => [
    t('The list of related origins responded with status {status}', values),
    `${t('Browsers read {url} without cookies and require status 200.', values)} ${refused()}`,
    publishIt(values),
  ],
  'related-type': (values) => [
    t('The list of related origins has another content type'),
    `${t('{url} has the content type “{type}”. Browsers require application/json.', values)} ${refused()}`,
    t('Send the header Content-Type: application/json.'),
  ],
  'related-malformed': (values) => [
    t('The list of related origins is not valid'),
    `${t('{url} is not a JSON object with an array “origins” of texts, or is larger than 256 KiB.', values)} ${refused()}`,
    publishIt(values),
  ],
  'related-missing': (values) => [
    t('The origin is missing from the list of related origins'),
    `${t('{url} does not list {origins}.', values)} ${refused()}`,
    publishIt(values),
  ],
  'related-labels': (values) => [
    t('The list of related origins has too many names'),
    t(
      '{url} lists {origins} after {max} other names. Browsers count the part before the public ending: shop.de and shop.co.uk are one name. They ignore every further name.',
      values,
    ),
    t('Move the origins that you need to the top, and remove others.'),
  ],
  'related-redirected': (values) => [
    t('The list of related origins is at another address'),
    t('{url} leads to {target}. Chromium follows redirects; other browsers may not.', values),
    t('Serve the list itself at its address.'),
  ],
} satisfies FindingsInWords
