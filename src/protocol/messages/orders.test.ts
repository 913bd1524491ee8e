import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  address,
  allowance,
  COIN,
  enabledBy,
  readTyped,
  SPENDER,
  uint,
  WALLET,
} from '#protocol/testing/typed-messages.ts'

const SEAPORT: Address = '0x0000000000000068F116a894984e2DB1123eB395'

const ITEM = [
  { name: 'itemType', type: 'uint8' },
  address('token'),
  uint('identifierOrCriteria'),
  uint('startAmount'),
  uint('endAmount'),
]
const item = (itemType: number, token: string, id: string, startAmount: string, endAmount = startAmount) => ({
  itemType,
  token,
  identifierOrCriteria: id,
  startAmount,
  endAmount,
})
const order = (offer: object[], consideration: object[], change: object = {}) => ({
  domain: { name: 'Seaport', version: '1.6', chainId: 10, verifyingContract: SEAPORT },
  types: {
    OrderComponents: [
      address('offerer'),
      address('zone'),
      { name: 'offer', type: 'OfferItem[]' },
      { name: 'consideration', type: 'ConsiderationItem[]' },
      { name: 'orderType', type: 'uint8' },
      uint('startTime'),
      uint('endTime'),
      { name: 'zoneHash', type: 'bytes32' },
      uint('salt'),
      { name: 'conduitKey', type: 'bytes32' },
      uint('counter'),
    ],
    OfferItem: ITEM,
    ConsiderationItem: [...ITEM, address('recipient')],
  },
  primaryType: 'OrderComponents',
  message: {
    offerer: WALLET,
    zone: SPENDER,
    offer,
    consideration,
    orderType: 0,
    startTime: 0,
    endTime: 1,
    zoneHash: `0x${'00'.repeat(32)}`,
    salt: 0,
    conduitKey: `0x${'00'.repeat(32)}`,
    counter: 0,
    ...change,
  },
})
describe('Seaport', () => {
  test('behavior: an order gives at most what it offers', () => {
    const sale = order(
      [item(2, SPENDER, '7', '1'), item(3, SPENDER, '8', '2'), item(1, COIN, '0', '5', '9')],
      [{ ...item(1, COIN, '0', '8', '3'), recipient: WALLET }],
    )
    const offered = (what: object) => ({ does: 'grant', token: SPENDER, what, to: SEAPORT, sets: 'to' })
    expect(
      enabledBy(sale).map(({ kind, effects: [effect], severity }) => ({ kind, effect, severity })),
    ).toEqual([
      { kind: 'erc721-approve', severity: 'danger', effect: offered({ is: 'item', id: '7' }) },
      { kind: 'erc721-approve', severity: 'danger', effect: offered({ is: 'item', id: '8', units: '2' }) },
      { kind: 'erc20-approve', severity: 'danger', effect: allowance(COIN, '9', SEAPORT) },
    ])
    expect(readTyped(sale).warnings).toEqual(['gives'])
    expect(readTyped(sale).values).toContainEqual(['consideration[0].endAmount', '3'])
  })

  test('behavior: an offer of any item of a collection gives all of them', () => {
    const [offered] = enabledBy(order([item(4, SPENDER, '0', '1')], []))
    expect(offered).toMatchObject({ kind: 'set-approval-for-all', severity: 'danger' })
    expect(offered?.warnings).toContain('operator-grant')
  })

  test.each([
    ['nothing', []],
    ['an item of a kind that Seaport does not have', [item(10, COIN, '0', '5')]],
  ])('error: an order that offers %s is unread', (_what, offer) => {
    const paid = [{ ...item(1, COIN, '0', '8'), recipient: WALLET }]
    expect(readTyped(order(offer, paid))).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })

  test('error: an order that offers no units is red and unread', () => {
    expect(readTyped(order([item(1, COIN, '0', '0')], []))).toMatchObject({
      permissions: [{ severity: 'danger' }],
      warnings: ['unread'],
    })
  })

  test.each(['4', '0x4', '0x04', 4])('behavior: item type %j → the same order as type 4', (itemType) => {
    const [offered] = [{ ...item(0, SPENDER, '0', '1'), itemType }]
    expect(readTyped(order([offered], []))).toEqual(readTyped(order([item(4, SPENDER, '0', '1')], [])))
    expect(enabledBy(order([offered], []))[0]?.kind).toBe('set-approval-for-all')
  })

  test('error: an order of another account is not read as an order', () => {
    const typedData = order([item(1, COIN, '0', '5')], [], { offerer: SPENDER })
    expect(readTyped(typedData)).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })
})
