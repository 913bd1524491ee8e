/** Type of an attribute's value. The checks are in attribute-types.ts. */
export type AttributeType =
  | 'server'
  | 'flow'
  | 'language'
  | 'scheme'
  | 'domain'
  | 'chain'
  | 'label'
  | 'address'
  | 'recipient'
  | 'amount'
  | 'decimals'
  | 'units'
  | 'origins'
  | 'text'

/**
 * `taker` is the element that takes the attribute. In a frame, the frame's own page sets the attributes of `wallet`.
 * `isPin` means that the page relies on the attribute for money or safety. An empty or misspelled pinned attribute is
 * refused, because the flow would otherwise run without it. Other attributes then use their default, and the console
 * shows a warning.
 * `isIgnored` means that a wrong value also leads to the default and a warning, because only the appearance depends
 * on it.
 * `code` is the error's code for a wrong value, CONFIGURATION if undefined.
 */
export type Attribute = {
  type: AttributeType
  taker: 'both' | 'wallet' | 'frame'
  isPin?: boolean
  isIgnored?: boolean
  code?: 'RP_ID_MISMATCH'
}

/**
 * Every attribute of `<latchkey-wallet>` and `<latchkey-frame>`. The React props and the options of the
 * headless core and the provider have the same names in camel case.
 */
export const ATTRIBUTES = {
  'api-url': { type: 'server', taker: 'wallet', isPin: true },
  flow: { type: 'flow', taker: 'both' },
  locale: { type: 'language', taker: 'both', isIgnored: true },
  theme: { type: 'scheme', taker: 'both', isIgnored: true },
  'rp-id': { type: 'domain', taker: 'wallet', isPin: true, code: 'RP_ID_MISMATCH' },
  'chain-id': { type: 'chain', taker: 'wallet', isPin: true },
  label: { type: 'label', taker: 'both' },
  'wallet-address': { type: 'address', taker: 'both', isPin: true },
  'token-address': { type: 'address', taker: 'both', isPin: true },
  to: { type: 'recipient', taker: 'both', isPin: true },
  amount: { type: 'amount', taker: 'both', isPin: true },
  'token-decimals': { type: 'decimals', taker: 'both', isPin: true },
  'token-symbol': { type: 'text', taker: 'both', isPin: true },
  'max-fee': { type: 'units', taker: 'both', isPin: true },
  'parent-origins': { type: 'origins', taker: 'wallet', isPin: true },
  src: { type: 'text', taker: 'frame' },
  'frame-title': { type: 'text', taker: 'frame' },
} satisfies Record<string, Attribute>

export type AttributeName = keyof typeof ATTRIBUTES

/** Whether a text is the name of an attribute. */
export function isAttributeName(name: string): name is AttributeName {
  return Object.hasOwn(ATTRIBUTES, name)
}

/** The names of the attributes that one element takes, or that both take. */
export function namesFor(element: 'wallet' | 'frame' | 'both'): AttributeName[] {
  return Object.keys(ATTRIBUTES)
    .filter(isAttributeName)
    .filter((name) => ['both', element].includes(ATTRIBUTES[name].taker))
}
