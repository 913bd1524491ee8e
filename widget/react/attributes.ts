import { isAttributeName } from '#widget/attributes/attributes.ts'
import { kebabCase } from '#widget/attributes/kebab-case.ts'
import { textFrom } from '#widget/attributes/text-from.ts'
import type { FlowName } from '#widget/settings.ts'

/** Attributes of both elements, by their React names. */
type FlowAttributes = {
  locale?: string | undefined
  theme?: 'light' | 'dark' | 'auto' | undefined
  label?: string | undefined
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  /** In human units, with a decimal point: `12.50`. */
  amount?: string | undefined
  /** The decimals of `tokenAddress`. The widget rejects a server that reports different decimals. */
  tokenDecimals?: string | number | undefined
  tokenSymbol?: string | undefined
  /** The maximum fee, in base units of its token. */
  maxFee?: string | number | bigint | undefined
}

/**
 * The attributes of `<latchkey-wallet>`, by their React names.
 *
 * @example
 * const attributes: LatchkeyWalletAttributes = { apiUrl: 'https://wallets.example', flow: 'send', amount: '12.50' }
 */
export type LatchkeyWalletAttributes = FlowAttributes & {
  /** Origin of the Latchkey server, such as `https://wallets.example`. */
  apiUrl: string
  flow: FlowName
  /** Domain of a new passkey, if it is a parent of the page's hostname. */
  rpId?: string | undefined
  /** The chain of the wallets, in decimal digits. The widget rejects a server on another chain. */
  chainId?: string | number | bigint | undefined
}

/**
 * The attributes of `<latchkey-frame>`, by their React names.
 *
 * @example
 * const attributes: LatchkeyFrameAttributes = { src: 'https://wallet.shop.example/', frameTitle: 'Wallet' }
 */
export type LatchkeyFrameAttributes = FlowAttributes & {
  /** Address of the page with the element, on its own origin. */
  src: string
  /** Name of the frame for screen readers. Defaults to "Wallet". */
  frameTitle?: string | undefined
  /** Defaults to the flow of the frame's page. */
  flow?: FlowName | undefined
}

/** Props that are not attributes, because the component sets them. */
const OWN_PROPS = [
  'className',
  'children',
  'descriptors',
  'call',
  'message',
  'getToken',
  'suppressHydrationWarning',
]

/**
 * The attributes of the tag. Includes every prop that has a text, even unknown ones, so that the element
 * checks their names and values like a page's own. Leaves out undefined, null and `false`.
 */
export function attributesFrom(props: object): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries<unknown>({ ...props })) {
    const attribute = kebabCase(name)
    const isText = isAttributeName(attribute) || !(typeof value === 'function' || typeof value === 'object')
    const text = isText && !OWN_PROPS.includes(name) ? textFrom(value) : undefined
    if (text !== undefined) attributes[attribute] = text
  }
  return attributes
}
