// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { COIN, permit, showMessage, SPENDER, WALLET } from './testing/show-message.ts'

test('error: a permit is shown as its allowance, in red, with every value and a box', async () => {
  const { card, press, box, visible, reds } = showMessage(permit('2500000'))
  expect(card.querySelector('h2')?.textContent).toBe('Sign a permission')
  expect(card.querySelector('.amount.danger')?.textContent).toBe('You allow spending2.5 DEMO')
  expect(reds()).toEqual([expect.stringContaining('This signature alone lets others take')])
  for (const shown of [SPENDER, COIN, 'value2500000', 'deadline1800000000', 'domain.name']) {
    expect(visible().replaceAll(' ', '')).toContain(shown.replaceAll(' ', ''))
  }
  expect(await press()).toBe(false)
  box?.click()
  expect(await press()).toBe(true)
})

test('behavior: the revocation of a permit shows no warning', () => {
  const { card, box, reds } = showMessage(permit('0'))
  expect(card.querySelector('.amount')?.textContent).toContain('You no longer allow spending')
  expect([box, reds()]).toEqual([null, []])
})

const payment = (from: string): SignableMessage => ({
  kind: 'typed-data',
  typedData: {
    domain: { name: 'Demo Coin', version: '2', chainId: 10, verifyingContract: COIN },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to: SPENDER,
      value: '0x2625a0',
      validAfter: 0,
      validBefore: 1_800_000_000,
      nonce: `0x${'AB'.repeat(32)}`,
    },
  },
})

test('error: a payment by signature → its amount, recipient and validity, in red, with a box', async () => {
  const { card, press, box, visible, reds } = showMessage(payment(WALLET))
  expect(card.querySelector('h2')?.textContent).toBe('Sign a payment')
  expect(card.querySelector('.amount.danger')?.textContent).toContain('2.5 DEMO')
  expect(reds()).toEqual([expect.stringContaining('This signature alone lets others take')])
  expect(visible()).toContain('Valid untilJan 15, 2027')
  for (const shown of [SPENDER, 'value2500000', `nonce0x${'ab'.repeat(32)}`])
    expect(visible().replaceAll(' ', '')).toContain(shown)
  expect(await press()).toBe(false)
  box?.click()
  expect(await press()).toBe(true)
})

test('error: a payment from another account → a danger with that account', () => {
  const { box, visible, reds } = showMessage(payment(SPENDER))
  expect(reds()).toEqual([expect.stringContaining('the money of another account, not of your wallet')])
  expect(visible().replaceAll(' ', '')).toContain(`from${SPENDER}`)
  expect(box).not.toBeNull()
})

test('error: unknown typed data is red and shown in full', () => {
  const { card, box, visible, reds } = showMessage({
    kind: 'typed-data',
    typedData: {
      domain: { name: 'Votes' },
      types: {
        Vote: [
          { name: 'for', type: 'string' },
          { name: 'weights', type: 'uint8[]' },
        ],
      },
      primaryType: 'Vote',
      message: { for: 'Ada\u200b <b>', weights: [1, 2] },
    },
  })
  expect(card.querySelector('h2')?.textContent).toBe('Sign data')
  expect(reds()).toEqual([expect.stringContaining('is not known')])
  expect(box).not.toBeNull()
  expect(visible()).toContain('forAda\\u{200b} <b>weights[0]1weights[1]2')
})

test('error: an order shows the items given, and every value paid', () => {
  const item = [
    'uint8 itemType',
    'address token',
    'uint256 identifierOrCriteria',
    'uint256 startAmount',
    'uint256 endAmount',
  ]
  const fieldsOf = (list: string[]) =>
    list.map((one) => ({ type: one.split(' ')[0] ?? '', name: one.split(' ')[1] ?? '' }))
  const { visible } = showMessage({
    kind: 'typed-data',
    typedData: {
      domain: {
        name: 'Seaport',
        chainId: 10,
        verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395',
      },
      types: {
        OrderComponents: fieldsOf([
          'address offerer',
          'address zone',
          'OfferItem[] offer',
          'ConsiderationItem[] consideration',
          'uint8 orderType',
          'uint256 startTime',
          'uint256 endTime',
          'bytes32 zoneHash',
          'uint256 salt',
          'bytes32 conduitKey',
          'uint256 counter',
        ]),
        OfferItem: fieldsOf(item),
        ConsiderationItem: fieldsOf([...item, 'address recipient']),
      },
      primaryType: 'OrderComponents',
      message: {
        offerer: WALLET,
        zone: SPENDER,
        offer: [{ itemType: 2, token: SPENDER, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }],
        consideration: [
          {
            itemType: 1,
            token: COIN,
            identifierOrCriteria: 0,
            startAmount: 3_000_000,
            endAmount: 3_000_000,
            recipient: WALLET,
          },
          {
            itemType: 1,
            token: COIN,
            identifierOrCriteria: 0,
            startAmount: 500_000,
            endAmount: 500_000,
            recipient: SPENDER,
          },
        ],
        orderType: 0,
        startTime: 0,
        endTime: 1,
        zoneHash: `0x${'00'.repeat(32)}`,
        salt: 0,
        conduitKey: `0x${'00'.repeat(32)}`,
        counter: 0,
      },
    },
  })
  expect(visible()).toContain('You allow the transfer ofNFT #7')
  expect(visible()).toContain('consideration[0].startAmount3000000')
  expect(visible()).toContain(`consideration[1].recipient${SPENDER}`)
})
