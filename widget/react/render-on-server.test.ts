import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LatchkeyFrame, LatchkeyWallet } from './components.ts'

test('behavior: on a server, renders only the tag with its attributes, without properties or handlers', () => {
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

test('behavior: on a server, the element around a frame is only its tag too', () => {
  const html = renderToString(
    createElement(LatchkeyFrame, {
      src: 'https://wallet.shop.example/',
      frameTitle: 'Your wallet',
      flow: 'create',
      call: { kind: 'erc20-approve', token: '0x00', spender: '0x00', amount: '0' },
      getToken: () => Promise.resolve('secret-token'),
    }),
  )
  expect(html).toBe(
    '<latchkey-frame src="https://wallet.shop.example/" frame-title="Your wallet" flow="create"></latchkey-frame>',
  )
})
