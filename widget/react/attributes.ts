import type { FlowName } from '#widget/settings.ts'

/** The element's attributes by the names that React people write. All are texts as the element takes them. */
export type LatchkeyWalletAttributes = {
  /** Origin of the Latchkey server, such as `https://wallets.example`. */
  apiUrl: string
  flow: FlowName
  locale?: string | undefined
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** Domain of a new passkey, when it is a parent of the page's hostname. */
  rpId?: string | undefined
  label?: string | undefined
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  /** In human units, with a point: `12.50`. */
  amount?: string | undefined
}

const ATTRIBUTES = {
  apiUrl: 'api-url',
  flow: 'flow',
  locale: 'locale',
  theme: 'theme',
  rpId: 'rp-id',
  label: 'label',
  walletAddress: 'wallet-address',
  tokenAddress: 'token-address',
  to: 'to',
  amount: 'amount',
} as const satisfies Record<keyof LatchkeyWalletAttributes, string>

/** The attributes of the tag; what is left out is left out there too. */
export function attributesOf(given: LatchkeyWalletAttributes): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const value: unknown = Reflect.get(given, name)
    if (typeof value === 'string') attributes[attribute] = value
  }
  return attributes
}
