import type * as React from 'react'
import type { LatchkeyEventMap } from '#widget/events.ts'

/** The attributes and properties of `<latchkey-wallet>` that this console uses. */
type LatchkeyWalletProps = {
  'api-url': string
  flow: 'create' | 'send'
  theme?: 'light' | 'dark' | 'auto'
  'wallet-address'?: string | undefined
  'token-address'?: string | undefined
  getToken: () => Promise<string>
}

type Listeners = { [Name in keyof LatchkeyEventMap as `on${Name}`]?: (event: LatchkeyEventMap[Name]) => void }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkey-wallet': React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> &
        LatchkeyWalletProps &
        Listeners
    }
  }
}
