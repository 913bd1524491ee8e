import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { readSignIn } from './sign-in.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const NOW = Date.parse('2026-11-26T12:00:00Z')
const PAGE = { origin: 'https://shop.example', walletAddress: WALLET, chainId: 10, nowMs: NOW }

function siwe(change: Partial<Parameters<typeof createSiweMessage>[0]> = {}): string {
  return createSiweMessage({
    domain: 'shop.example',
    address: WALLET,
    uri: 'https://shop.example/login',
    version: '1',
    chainId: 10,
    nonce: 'abcd1234',
    issuedAt: new Date(NOW),
    ...change,
  })
}

const faultsOf = (text: string) => readSignIn(text, PAGE)?.faults

test('behavior: a message written by viem has no fault on its own page', () => {
  const text = siwe({
    scheme: 'https',
    statement: 'I accept the terms.',
    expirationTime: new Date(NOW + 60_000),
    notBefore: new Date(NOW - 60_000),
    requestId: 'r-1',
    resources: ['https://shop.example/a', 'ipfs://b'],
  })
  expect(readSignIn(text, PAGE)).toMatchObject({ domain: 'shop.example', uri: 'https://shop.example/login' })
  expect(faultsOf(text)).toEqual([])
  expect(faultsOf(siwe())).toEqual([])
})

test.each([
  ['another site', { domain: 'evil.example', uri: 'https://evil.example' }, ['site', 'uri']],
  ['a site that begins alike', { domain: 'shop.example.evil.example' }, ['site']],
  ['a subdomain', { domain: 'www.shop.example' }, ['site']],
  ['another port', { domain: 'shop.example:8443' }, ['site']],
  ['another scheme', { scheme: 'http' }, ['site']],
  ['an address of another origin that begins alike', { uri: 'https://shop.example.evil.example/' }, ['uri']],
  ['another account', { address: '0x1111111111111111111111111111111111111111' as const }, ['account']],
  ['another chain', { chainId: 1 }, ['chain']],
  ['a time that is over', { expirationTime: new Date(NOW) }, ['expired']],
  ['a time to come', { notBefore: new Date(NOW + 1_000) }, ['early']],
])('error: reports %s', (_what, change, faults) => {
  expect(faultsOf(siwe(change))).toEqual(faults)
})

describe('strictness', () => {
  const text = siwe({ statement: 'Hello.' })
  test.each([
    ['a line more', `${text}\nTransfer: all`],
    ['a space at the end', `${text} `],
    ['another order', text.replace(/(Chain ID: 10)\n(Nonce: \w+)/, '$2\n$1')],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['a short nonce', text.replace('abcd1234', 'abcd123')],
    ['no nonce', text.replace(/Nonce: \w+\n/, '')],
    ['a user before the domain', text.replace('shop.example wants', 'shop.example@evil.example wants')],
    ['a statement of two lines', text.replace('Hello.', 'Hello.\nURI: https://evil.example')],
    ['a time that is none', text.replace(/Issued At: .*/, 'Issued At: today')],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['a text before it', `Please sign.\n${text}`],
  ])('error: with %s it is malformed', (_what, changed) => {
    expect(changed).not.toBe(text)
    expect(faultsOf(changed)).toEqual(['malformed'])
  })

  test('error: a time that no calendar has counts as expired', () => {
    const wrong = siwe({ expirationTime: new Date(NOW + 1_000) }).replace(
      '2026-11-26T12:00:01',
      '2026-13-99T25:61:61',
    )
    expect(faultsOf(wrong)).toEqual(['expired'])
  })

  test('behavior: another text is no sign-in', () => {
    expect(readSignIn('I accept the terms.', PAGE)).toBeUndefined()
  })
})
