import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { hasWrongChecksum } from '#protocol/display/has-wrong-checksum.ts'
import { LABEL_LENGTH_MAX } from '#protocol/limits.ts'
import { isDomain, isWithinDomain } from '#protocol/passkey/origin.ts'
import { isAddress, UINT256_END } from '#protocol/signing/word.ts'
import { parseUrl } from '#widget/parse-url.ts'
import { ADDRESS_WORDS } from './address-words.ts'
import type { AttributeType } from './attributes.ts'

/** The values of `flow`. */
export const FLOWS = [
  'create',
  'send',
  'login',
  'receive',
  'backup',
  'recover',
  'protect',
  'devices',
  'sign',
] as const

/** Whether a trimmed text is a value of the type, and the words after "must be" in errors. */
type Check = { fits: (text: string) => boolean; expected: string }

const fitsAddress = (text: string): boolean => isAddress(text) && !hasWrongChecksum(text)

/** The check of each type. Used by the element, React, the frame, the headless core and the provider. */
export const ATTRIBUTE_TYPES: Readonly<Record<AttributeType, Check>> = {
  server: {
    fits: (text) => serverOrigin(text) !== undefined,
    expected: 'an origin such as https://wallets.example',
  },
  flow: { fits: (text) => FLOWS.some((flow) => flow === text), expected: `one of ${FLOWS.join(', ')}` },
  language: {
    fits: (text) => /^[a-z]{2,3}([-_][a-z\d]{1,8})*$/i.test(text),
    expected: 'a language such as pt-BR',
  },
  scheme: { fits: (text) => /^(light|dark|auto)$/.test(text), expected: 'light, dark or auto' },
  domain: { fits: isDomain, expected: 'a domain' },
  chain: {
    fits: (text) => /^[1-9]\d{0,15}$/.test(text),
    expected: 'a chain number in decimal digits',
  },
  label: {
    fits: (text) => text.length <= LABEL_LENGTH_MAX && !/\p{Cc}/u.test(text),
    expected: `a name of at most ${LABEL_LENGTH_MAX} characters`,
  },
  address: { fits: fitsAddress, expected: ADDRESS_WORDS },
  recipient: {
    fits: (text) => fitsAddress(text) && !sameAddress(text, ZERO_ADDRESS),
    expected: `${ADDRESS_WORDS}, not all zero`,
  },
  amount: {
    fits: (text) => /^\d{1,78}(\.\d{1,255})?$/.test(text) && /[1-9]/.test(text),
    expected: 'an amount above 0, such as 12.50',
  },
  decimals: {
    fits: (text) => /^(0|[1-9]\d?\d?)$/.test(text) && Number(text) < 256,
    expected: 'a whole number up to 255',
  },
  units: {
    fits: (text) => /^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < UINT256_END,
    expected: 'a whole number of base units',
  },
  // The file for framed pages checks each origin.
  origins: { fits: () => true, expected: 'a list of origins, with spaces between them' },
  text: { fits: () => true, expected: 'a text' },
}

/** The origin of a server's address: https, or http on localhost, without a path. Undefined if invalid. */
export function serverOrigin(text: string): string | undefined {
  const url = parseUrl(text)
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isWithinDomain(url.hostname, 'localhost'))
  return isSecure && url?.href === `${url?.origin}/` ? url.origin : undefined
}
