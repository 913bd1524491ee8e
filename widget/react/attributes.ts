import { isAttributeName } from '#widget/attributes/attributes.ts'
import { kebabCase } from '#widget/attributes/kebab-case.ts'
import { textFrom } from '#widget/attributes/text-from.ts'
import type { FlowName } from '#widget/settings.ts'

/** Attributes of both elements, by the names of React. */
type FlowAttributes = {
  locale?: string | undefined
  theme?: 'light' | 'dark' | 'auto' | undefined
  label?: string | undefined
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  /** In human units, with a point: `12.50`. */
  amount?: string | undefined
  /** The decimals of `tokenAddress`: other ones that the server names are refused. */
  tokenDecimals?: string | number | undefined
  tokenSymbol?: string | undefined
  /** The most that a fee may be, in the smallest unit of its token. */
  maxFee?: string | number | bigint | undefined
}

/**
 * The attributes of `<latchkey-wallet>`, by the names of React.
 *
 * @example
 * const attributes: LatchkeyWalletAttributes = { apiUrl: 'https://wallets.example', flow: 'send', amount: '12.50' }
 */
export type LatchkeyWalletAttributes = FlowAttributes & {
  /** Origin of the Latchkey server, such as `https://wallets.example`. */
  apiUrl: string
  flow: FlowName
  /** Domain of a new passkey, when it is a parent of the page's hostname. */
  rpId?: string | undefined
  /** The chain that the wallets are on, in decimal digits: another one that the server names is refused. */
  chainId?: string | number | bigint | undefined
}

/**
 * The attributes of `<latchkey-frame>`, by the names of React.
 *
 * @example
 * const attributes: LatchkeyFrameAttributes = { src: 'https://wallet.shop.example/', frameTitle: 'Wallet' }
 */
export type LatchkeyFrameAttributes = FlowAttributes & {
  /** Address of the page with the element, on an origin of its own. */
  src: string
  /** What the frame is called for screen readers; "Wallet" otherwise. */
  frameTitle?: string | undefined
  /** Without it, the flow that the frame's page names. */
  flow?: FlowName | undefined
}

/** Props that are no attributes: the component itself sets them. */
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
 * The attributes of the tag: every prop that has a text, unknown ones too, so that the element judges their names and values as
 * it does a page's own. Undefined, null and `false` are left out.
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
