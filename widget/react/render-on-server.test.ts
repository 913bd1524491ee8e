import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LatchkeyWallet } from './latchkey-wallet.ts'

test('behavior: on a server it is the bare tag with its attributes, and no property or handler', () => {
  const html = renderToString(
    createElement(LatchkeyWallet, {
      apiUrl: 'https://wallets.example',
      flow: 'send',
      amount: '4.20',
      className: 'mine',
      getToken: () => Promise.resolve('secret-token'),
      onCreated: () => {},
    }),
  )
  expect(html).toBe(
    '<latchkey-wallet api-url="https://wallets.example" flow="send" amount="4.20" class="mine"></latchkey-wallet>',
  )
})
