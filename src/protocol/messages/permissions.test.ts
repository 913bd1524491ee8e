import { hashTypedData, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

const WALLET: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const COIN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const SPENDER: Address = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'
const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const SEAPORT: Address = '0x0000000000000068F116a894984e2DB1123eB395'
const tokens = [{ address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: 5_000_000n }]
const PAGE = { chainId: 10, walletAddress: WALLET, tokens, origin: 'https://shop.example', nowMs: 0 }

const uint = (name: string) => ({ name, type: 'uint256' })
const address = (name: string) => ({ name, type: 'address' })
const PERMIT_TYPES = {
  Permit: [address('owner'), address('spender'), uint('value'), uint('nonce'), uint('deadline')],
}
const permit = (change: object = {}, domain: object = {}) => ({
  domain: { name: 'Demo Coin', version: '1', chainId: 10, verifyingContract: COIN, ...domain },
  types: PERMIT_TYPES,
  primaryType: 'Permit',
  message: { owner: WALLET, spender: SPENDER, value: '2000000', nonce: 0, deadline: '1800000000', ...change },
})
const ofTyped = (typedData: object) => readMessage({ kind: 'typed-data', typedData }, PAGE)!
const given = (typedData: object) =>
  ofTyped(typedData).permissions.map(({ kind, effects, severity, warnings }) => ({
    kind,
    effects,
    severity,
    warnings: warnings.map(({ code }) => code),
  }))
const allowance = (token: string, units: string, to = SPENDER) => ({
  does: 'grant',
  token,
  what: { is: 'coins', units },
  to,
  sets: units === '0' ? 'nothing' : 'to',
})

describe('permits', () => {
  test('behavior: a permit is the allowance that it is', () => {
    const read2612 = ofTyped(permit())
    expect(read2612).toMatchObject({ kind: 'permission', warnings: ['gives'] })
    expect(read2612.hash).toBe(hashTypedData(permit() as Parameters<typeof hashTypedData>[0]))
    expect(read2612.values).toContainEqual(['value', '2000000'])
    expect(read2612.values).toContainEqual(['domain.verifyingContract', COIN])
    expect(given(permit())).toEqual([
      { kind: 'erc20-approve', effects: [allowance(COIN, '2000000')], severity: 'danger', warnings: [] },
    ])
    expect(given(permit({ value: String(2n ** 256n - 1n) }))[0]?.warnings).toEqual(['unlimited-allowance'])
    expect(given(permit({ value: '6000000' }))[0]?.warnings).toEqual(['allowance-over-balance'])
    expect(given(permit({}, { verifyingContract: SPENDER }))[0]?.warnings).toEqual(['unknown-token'])
  })

  test('behavior: a permit of nothing of a listed coin is its revocation', () => {
    expect(ofTyped(permit({ value: 0 }))).toMatchObject({ kind: 'permission', warnings: [] })
    expect(given(permit({ value: 0 }))[0]).toMatchObject({
      severity: 'none',
      effects: [allowance(COIN, '0')],
    })
  })

  test.each([
    [true, String(2n ** 256n - 1n)],
    [false, '0'],
  ])('behavior: DAI’s permit, allowed %s, is an allowance of %s', (allowed, units) => {
    const dai = {
      ...permit({ holder: WALLET, allowed, expiry: 0 }),
      types: {
        Permit: [
          address('holder'),
          address('spender'),
          uint('nonce'),
          uint('expiry'),
          { name: 'allowed', type: 'bool' },
        ],
      },
    }
    expect(given(dai)[0]?.effects).toEqual([allowance(COIN, units)])
  })

  test('error: a permit of nothing of an unknown token may mean anything there', () => {
    const unknown = ofTyped(permit({ value: 0 }, { verifyingContract: SPENDER }))
    expect(unknown).toMatchObject({ kind: 'data', permissions: [], warnings: ['unread'] })
  })

  test.each([
    ['of another account', permit({ owner: SPENDER })],
    [
      'of another type',
      {
        ...permit(),
        types: { Permit: [...PERMIT_TYPES.Permit, uint('more')] },
        message: { ...permit().message, more: 1 },
      },
    ],
    ['without a contract', { ...permit(), domain: { name: 'Demo Coin' } }],
  ])('error: a permit %s is not read as one', (_what, typedData) => {
    expect(ofTyped(typedData)).toMatchObject({ kind: 'data', permissions: [], warnings: ['unread'] })
  })

  test('error: another chain than the wallet’s is refused', () => {
    expect(() => ofTyped(permit({}, { chainId: 1 }))).toThrow('domain.chainId must be 10')
  })
})

const DETAILS = [
  address('token'),
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
]
const details = (amount: string) => ({ token: COIN, amount, expiration: 1, nonce: 0 })
const permit2 = (primaryType: string, types: object, message: object, verifyingContract = PERMIT2) => ({
  domain: { name: 'Permit2', chainId: 10, verifyingContract },
  types,
  primaryType,
  message: { spender: SPENDER, ...message },
})
const SINGLE = {
  PermitSingle: [{ name: 'details', type: 'PermitDetails' }, address('spender'), uint('sigDeadline')],
  PermitDetails: DETAILS,
}
const TRANSFER = [address('spender'), uint('nonce'), uint('deadline')]
const PERMITTED = { TokenPermissions: [address('token'), uint('amount')] }

describe('Permit2', () => {
  test.each([
    ['PermitSingle', SINGLE, { details: details('5'), sigDeadline: 1 }, ['5']],
    [
      'PermitBatch',
      {
        ...SINGLE,
        PermitBatch: [{ name: 'details', type: 'PermitDetails[]' }, ...SINGLE.PermitSingle.slice(1)],
      },
      { details: [details('5'), details('0')], sigDeadline: 1 },
      ['5', '0'],
    ],
    [
      'PermitTransferFrom',
      { PermitTransferFrom: [{ name: 'permitted', type: 'TokenPermissions' }, ...TRANSFER], ...PERMITTED },
      { permitted: { token: COIN, amount: '7' }, nonce: 0, deadline: 1 },
      ['7'],
    ],
    [
      'PermitWitnessTransferFrom',
      {
        PermitWitnessTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          ...TRANSFER,
          { name: 'witness', type: 'Order' },
        ],
        Order: [uint('anything')],
        ...PERMITTED,
      },
      { permitted: { token: COIN, amount: '7' }, nonce: 0, deadline: 1, witness: { anything: 3 } },
      ['7'],
    ],
  ])('behavior: %s is the allowances that it is', (primaryType, types, message, units) => {
    const typedData = permit2(primaryType, types, message)
    expect(given(typedData).map(({ effects: [effect] }) => effect)).toEqual(
      units.map((one) => allowance(COIN, one)),
    )
    // Only the spender knows what a witness means.
    expect(ofTyped(typedData).warnings).toEqual('witness' in message ? ['gives', 'unread'] : ['gives'])
  })

  test.each(['PermitDetails', 'PermitAll'])('error: %s of it is no permit', (primaryType) => {
    const types = { ...SINGLE, PermitAll: [address('spender')] }
    expect(ofTyped(permit2(primaryType, types, details('5')))).toMatchObject({ warnings: ['unread'] })
  })

  test('behavior: an allowance of nothing → the revocation that Permit2 makes of it, whatever the token', () => {
    const nothing = ofTyped(
      permit2('PermitSingle', SINGLE, { details: { ...details('0'), token: SPENDER }, sigDeadline: 1 }),
    )
    expect(nothing).toMatchObject({ kind: 'permission', warnings: [], permissions: [{ severity: 'none' }] })
  })

  const permitted = { token: COIN, amount: '0' }
  const transfer = (type: string, more: { name: string; type: string }[] = []) => [
    { name: 'permitted', type },
    ...TRANSFER,
    ...more,
  ]
  test.each([
    [
      'a transfer of nothing',
      'PermitTransferFrom',
      { PermitTransferFrom: transfer('TokenPermissions'), ...PERMITTED },
      { permitted },
      ['permission'],
    ],
    [
      'a transfer of nothing with a witness',
      'PermitWitnessTransferFrom',
      { PermitWitnessTransferFrom: transfer('TokenPermissions', [uint('witness')]), ...PERMITTED },
      { permitted, witness: 1 },
      ['permission'],
    ],
    [
      'an empty list of transfers',
      'PermitBatchTransferFrom',
      { PermitBatchTransferFrom: transfer('TokenPermissions[]'), ...PERMITTED },
      { permitted: [] },
      ['data'],
    ],
    [
      'an empty list of allowances',
      'PermitBatch',
      {
        PermitBatch: [{ name: 'details', type: 'PermitDetails[]' }, ...SINGLE.PermitSingle.slice(1)],
        PermitDetails: DETAILS,
      },
      { details: [], sigDeadline: 1 },
      ['data'],
    ],
  ])('error: %s is not nothing: its effect is unknown', (_what, primaryType, types, message, [kind]) => {
    const read = ofTyped(permit2(primaryType, types, { nonce: 0, deadline: 1, ...message }))
    expect(read).toMatchObject({ kind, warnings: ['unread'] })
    expect(read.permissions.every(({ severity }) => severity === 'danger')).toBe(true)
    expect(read.permissions.flatMap(({ effects }) => effects)).not.toContainEqual(
      expect.objectContaining({ sets: 'nothing' }),
    )
  })

  test('error: with another contract it is not read as one', () => {
    const typedData = permit2('PermitSingle', SINGLE, { details: details('5'), sigDeadline: 1 }, SPENDER)
    expect(ofTyped(typedData)).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })
})

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
  test('behavior: an order gives what it offers, at most', () => {
    const sale = order(
      [item(2, SPENDER, '7', '1'), item(3, SPENDER, '8', '2'), item(1, COIN, '0', '5', '9')],
      [{ ...item(1, COIN, '0', '8', '3'), recipient: WALLET }],
    )
    const offered = (what: object) => ({ does: 'grant', token: SPENDER, what, to: SEAPORT, sets: 'to' })
    expect(given(sale).map(({ kind, effects: [effect], severity }) => ({ kind, effect, severity }))).toEqual([
      { kind: 'erc721-approve', severity: 'danger', effect: offered({ is: 'item', id: '7' }) },
      { kind: 'erc721-approve', severity: 'danger', effect: offered({ is: 'item', id: '8', units: '2' }) },
      { kind: 'erc20-approve', severity: 'danger', effect: allowance(COIN, '9', SEAPORT) },
    ])
    expect(ofTyped(sale).warnings).toEqual(['gives'])
    expect(ofTyped(sale).values).toContainEqual(['consideration[0].endAmount', '3'])
  })

  test('behavior: any item of a collection is all of them', () => {
    const [offered] = given(order([item(4, SPENDER, '0', '1')], []))
    expect(offered).toMatchObject({ kind: 'set-approval-for-all', severity: 'danger' })
    expect(offered?.warnings).toContain('operator-grant')
  })

  test.each([
    ['nothing', []],
    ['an item of a kind that Seaport does not have', [item(10, COIN, '0', '5')]],
  ])('error: an order that offers %s is unread', (_what, offer) => {
    const paid = [{ ...item(1, COIN, '0', '8'), recipient: WALLET }]
    expect(ofTyped(order(offer, paid))).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })

  test('error: an order that offers no units is red and unread', () => {
    expect(ofTyped(order([item(1, COIN, '0', '0')], []))).toMatchObject({
      permissions: [{ severity: 'danger' }],
      warnings: ['unread'],
    })
  })

  test.each(['4', '0x4', '0x04', 4])('behavior: item type %j is one and the same', (itemType) => {
    const [offered] = [{ ...item(0, SPENDER, '0', '1'), itemType }]
    expect(ofTyped(order([offered], []))).toEqual(ofTyped(order([item(4, SPENDER, '0', '1')], [])))
    expect(given(order([offered], []))[0]?.kind).toBe('set-approval-for-all')
  })

  test('error: an order of another account is not read as one', () => {
    const typedData = order([item(1, COIN, '0', '5')], [], { offerer: SPENDER })
    expect(ofTyped(typedData)).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })
})

test('error: typed data that has not its shape is refused by its member', () => {
  expect(() => ofTyped({ ...permit(), types: { Permit: [{ name: 'a.b', type: 'string' }] } })).toThrow(
    'types.Permit[0].name must be a name',
  )
})
