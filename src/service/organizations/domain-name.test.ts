import { expect, test } from 'vitest'
import { normaliseDomain } from './add-domain.ts'

const inProduction = { sandbox: false }
const inSandbox = { sandbox: true }

test.each([
  ['shop.example', 'shop.example'],
  ['Shop.EXAMPLE', 'shop.example'],
  ['müller.de', 'xn--mller-kva.de'],
  ['xn--mller-kva.de', 'xn--mller-kva.de'],
  ['ＳＨＯＰ.example', 'shop.example'],
  ['a.b.c.d.example', 'a.b.c.d.example'],
  ['shop.xn--p1ai', 'shop.xn--p1ai'],
  ['1.example', '1.example'],
])('param: %s becomes %s', (text, domain) => expect(normaliseDomain(text, inProduction)).toBe(domain))

test.each([
  'com',
  'example',
  '',
  ' ',
  'shop.example.',
  '.example',
  'shop..example',
  'https://shop.example',
  'shop.example:443',
  'shop.example/path',
  'shop.example?x',
  'shop.example#x',
  'shop.%65xample',
  'user@shop.example',
  '*.shop.example',
  '_latchkey.shop.example',
  'shop_1.example',
  '-shop.example',
  'shop-.example',
  'shop.example-',
  'sh op.example',
  'shop.example\n',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '1.2.3.4.5',
  'shop.0x7f',
  '[::1]',
  '::1',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(126)}example`,
  'localhost',
  'shop.localhost',
  'LOCALHOST',
])('error: refuses %j', (text) => {
  expect(() => normaliseDomain(text, inProduction)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      errors: [expect.objectContaining({ path: 'domain' })],
    }),
  )
})

test.each(['localhost', 'shop.localhost', 'SHOP.localhost'])(
  'behavior: accepts %s in the sandbox',
  (text) => {
    expect(normaliseDomain(text, inSandbox)).toBe(text.toLowerCase())
  },
)

test.each(['.localhost', 'sh_op.localhost', 'notlocalhost'])(
  'error: refuses %s even in the sandbox',
  (text) => {
    expect(() => normaliseDomain(text, inSandbox)).toThrow()
  },
)
