import type { FlowName } from '#widget/settings.ts'

/** What a flow is started with, by the names that React people write. All are texts as the elements take them. */
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
  tokenDecimals?: string | undefined
  tokenSymbol?: string | undefined
  /** The most that a fee may be, in the smallest unit of its token. */
  maxFee?: string | undefined
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
  chainId?: string | undefined
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

const ATTRIBUTES = {
  src: 'src',
  frameTitle: 'frame-title',
  apiUrl: 'api-url',
  flow: 'flow',
  locale: 'locale',
  theme: 'theme',
  rpId: 'rp-id',
  chainId: 'chain-id',
  label: 'label',
  walletAddress: 'wallet-address',
  tokenAddress: 'token-address',
  to: 'to',
  amount: 'amount',
  tokenDecimals: 'token-decimals',
  tokenSymbol: 'token-symbol',
  maxFee: 'max-fee',
} as const satisfies Record<keyof LatchkeyWalletAttributes | keyof LatchkeyFrameAttributes, string>

/** The attributes of the tag; what is left out is left out there too. */
export function attributesOf(given: LatchkeyWalletAttributes | LatchkeyFrameAttributes) {
  const attributes: Record<string, string> = {}
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const value: unknown = Reflect.get(given, name)
    if (typeof value === 'string') attributes[attribute] = value
  }
  return attributes
}
