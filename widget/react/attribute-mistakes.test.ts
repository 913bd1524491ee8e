import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isAttributeName } from '#widget/attributes/attributes.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { NAME_MISTAKES } from '#widget/testing/attribute-mistakes.ts'
import { attributesFrom } from './attributes.ts'
import { LatchkeyWallet } from './components.ts'

describe('props that are not texts', () => {
  test.each<[prop: string, value: unknown, attribute: string, text: string | undefined]>([
    ['chainId', 84_001, 'chain-id', '84001'],
    ['chainId', 84_001n, 'chain-id', '84001'],
    ['maxFee', 0, 'max-fee', '0'],
    ['maxFee', 10n ** 30n, 'max-fee', `1${'0'.repeat(30)}`],
    ['tokenDecimals', 6, 'token-decimals', '6'],
    ['tokenDecimals', 0, 'token-decimals', '0'],
    ['amount', 12.5, 'amount', '12.5'],
    ['to', undefined, 'to', undefined],
    ['to', null, 'to', undefined],
    ['to', false, 'to', undefined],
    ['data-testid', 'pay', 'data-testid', 'pay'],
  ])('param: %s={%s} → %s="%s"', (prop, value, attribute, text) => {
    expect(attributesFrom({ [prop]: value })[attribute]).toBe(text)
  })

  test.each<[prop: string, value: unknown, says: RegExp]>([
    ['to', '', /^CONFIGURATION: to .* is empty/],
    ['to', true, /^CONFIGURATION: to must be an address.*, not "true"$/],
    ['to', 0x5fbdb2315678, /^CONFIGURATION: to must be an address/],
    ['to', { address: '0x' }, /^CONFIGURATION: to must be an address.*, not "\[object\]"$/],
    ['amount', Number.NaN, /^CONFIGURATION: amount must be .*, not "NaN"$/],
    ['amount', () => '1', /^CONFIGURATION: amount must be/],
    ['maxFee', 1.5, /^CONFIGURATION: max-fee must be .*, not "1.5"$/],
    ['maxFee', 2 ** 60, /^CONFIGURATION: max-fee must be .*beyond 2\^53/],
    ['maxFee', -1, /^CONFIGURATION: max-fee must be/],
    ['chainId', '', /^CONFIGURATION: chain-id .* is empty/],
  ])('error: %s={%s} → the element gets it and rejects it', (prop, value, says) => {
    const [attribute = '', text] = Object.entries(attributesFrom({ [prop]: value }))[0] ?? []
    expect(() => isAttributeName(attribute) && readAttribute(attribute, text)).toThrow(says)
  })
})

test('behavior: a rendered element has its numbers and its other attributes, and no property of its own', () => {
  const props = { apiUrl: 'https://wallets.example', flow: 'send', chainId: 84_001, maxFee: 0n } as const
  const rest = { 'aria-label': 'Pay', getToken: async () => 'token', onConfirmed: () => {}, style: {} }
  expect(renderToString(createElement(LatchkeyWallet, { ...props, ...rest }))).toBe(
    '<latchkey-wallet api-url="https://wallets.example" flow="send" chain-id="84001" max-fee="0" aria-label="Pay"></latchkey-wallet>',
  )
})

test.each(NAME_MISTAKES)('error: the unknown prop $name → the element gets it and checks it', ({ name }) => {
  expect(attributesFrom({ [name]: 'x' })).toHaveProperty(name, 'x')
})

test('error: tokenAddres, a prop with one letter missing → becomes the attribute that the element rejects', () => {
  expect(attributesFrom({ tokenAddres: 'x' })).toEqual({ 'token-addres': 'x' })
})
