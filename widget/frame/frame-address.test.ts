import { expect, test } from 'vitest'
import { parseFrameAddress } from './protocol.ts'

const OWN = 'https://shop.example'

test.each([
  ['https://wallet.shop.example/', 'https://wallet.shop.example'],
  ['https://wallet.shop.example/frame?a=1', 'https://wallet.shop.example'],
  ['http://wallet.shop.localhost:4001/', 'http://wallet.shop.localhost:4001'],
])('param: src %s', (src, origin) => {
  expect(parseFrameAddress(src, OWN)).toEqual({ href: src, origin })
})

test.each([
  null,
  '',
  '/wallet',
  'wallet.shop.example',
  'javascript:alert(1)',
  'data:text/html,<p>',
  'blob:https://wallet.shop.example/1',
  'about:blank',
  'http://wallet.shop.example/',
  'https://user:secret@wallet.shop.example/',
  'https://203.0.113.7/',
  'ftp://wallet.shop.localhost/',
  'https://shop.example/wallet',
])('error: src %j creates no frame', (src) => {
  expect(parseFrameAddress(src, OWN)).toEqual({ problem: expect.stringContaining('src') })
})
