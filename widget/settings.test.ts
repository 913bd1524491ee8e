import { expect, test } from 'vitest'
import { parseSettings } from './settings.ts'

function parse(attributes: Record<string, string>, host = 'shop.example') {
  const all: Record<string, string> = { 'api-url': 'https://wallets.example', flow: 'create', ...attributes }
  return parseSettings((name) => all[name] ?? null, host)
}

test('behavior: the passkey’s domain is the page’s hostname unless a parent domain is named', () => {
  expect(parse({}).rpId).toBe('shop.example')
  expect(parse({ 'rp-id': 'example.com' }, 'pay.example.com').rpId).toBe('example.com')
})

test('param: chain-id is the only chain that the server may name', () => {
  expect(parse({ 'chain-id': ' 84001 ' }).chainId).toBe('84001')
  expect(parse({}).chainId).toBeUndefined()
})

test('behavior: ignores spaces around a value, and an empty label counts as missing', () => {
  expect(parse({ amount: ' 12.50 ', label: ' Savings ' })).toMatchObject({
    amount: '12.50',
    label: 'Savings',
  })
  expect(parse({ label: ' ' }).label).toBeUndefined()
})

test.each([
  'http://localhost:4000',
  'http://shop.localhost:4000',
  'https://wallets.example',
  'https://wallets.example/',
])('param: accepts api-url %s as an origin', (apiUrl) => {
  expect(parse({ 'api-url': apiUrl }).apiUrl).toBe(new URL(apiUrl).origin)
})

test.each([
  '',
  'wallets.example',
  'http://wallets.example',
  'https://wallets.example/api',
  'https://a:b@wallets.example',
  'https://wallets.example/?x',
  'ftp://localhost',
  'javascript:alert(1)',
])('error: rejects api-url %j', (apiUrl) => {
  expect(() => parse({ 'api-url': apiUrl })).toThrow(/CONFIGURATION/)
})

test.each(['', 'pay', 'Create'])('error: rejects flow %j', (flow) => {
  expect(() => parse({ flow })).toThrow(/CONFIGURATION/)
})

test.each(['localhost:3000', 'https://shop.example', '127.0.0.1', 'shop_example'])(
  'error: rejects rp-id %s on shop.example and says why',
  (rpId) => {
    expect(() => parse({ 'rp-id': rpId })).toThrow(/RP_ID_MISMATCH: .*must be a domain/)
  },
)

test('error: a page at an IP address reads that no passkey works there, not that its passkey has another domain', () => {
  expect(() => parse({}, '127.0.0.1')).toThrow('CONFIGURATION: rp-id must be a domain: 127.0.0.1')
})
