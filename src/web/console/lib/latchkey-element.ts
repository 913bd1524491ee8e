import type * as React from 'react'
import type { WidgetCall } from '#protocol/org/widget-call.ts'
import type { LatchkeyEventMap } from '#widget/events.ts'

/** The attributes and properties of `<latchkey-wallet>` that this console uses. */
type LatchkeyWalletProps = {
  'api-url': string
  flow: 'create' | 'send'
  theme?: 'light' | 'dark' | 'auto'
  /** Without one the widget speaks the page's language. */
  locale?: string | undefined
  'wallet-address'?: string | undefined
  'token-address'?: string | undefined
  /** Set as a property: what is signed, with nothing left to ask. */
  call?: WidgetCall
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
