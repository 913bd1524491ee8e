import { describe, expect, test } from 'vitest'
import {
  address,
  COIN,
  enabledBy,
  readTyped,
  SPENDER,
  uint,
  WALLET,
} from '#protocol/testing/typed-messages.ts'

const NONCE = `0x${'ab'.repeat(32)}`
const NONCE_MEMBER = { name: 'nonce', type: 'bytes32' }
const MEMBERS = [
  address('from'),
  address('to'),
  uint('value'),
  uint('validAfter'),
  uint('validBefore'),
  NONCE_MEMBER,
]

/** A payment of EIP-3009, by its primary type. */
const payment = (
  change: object = {},
  { type = 'TransferWithAuthorization', token = COIN, members = MEMBERS } = {},
) => ({
  domain: { name: 'Demo Coin', version: '2', chainId: 10, verifyingContract: token },
  types: { [type]: members },
  primaryType: type,
  message: {
    from: WALLET,
    to: SPENDER,
    value: '2500000',
    validAfter: 0,
    validBefore: 1_800_000_000,
    nonce: NONCE,
    ...change,
  },
})

const move = (change: object = {}) => ({
  does: 'move',
  token: COIN,
  what: { is: 'coins', units: '2500000' },
  from: WALLET,
  to: SPENDER,
  ...change,
})

describe('payments by signature (EIP-3009)', () => {
  test('behavior: the type decides who may send a payment, and is among the values', () => {
    const all = ['TransferWithAuthorization', 'ReceiveWithAuthorization'].map((type) =>
      readTyped(payment({}, { type })),
    )
    expect(all.map(({ values }) => values[0])).toEqual([
      ['primaryType', 'TransferWithAuthorization'],
      ['primaryType', 'ReceiveWithAuthorization'],
    ])
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(2)
  })

  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
    'behavior: %s → the equivalent transfer, with its validity period',
    (type) => {
      const read = readTyped(payment({}, { type }))
      expect(read).toMatchObject({ kind: 'payment', warnings: ['gives'] })
      expect(read.validity).toEqual({ beforeMs: 1_800_000_000_000 })
      expect(enabledBy(payment({}, { type }))).toEqual([
        { kind: 'erc20-transfer', effects: [move()], severity: 'danger', warnings: [] },
      ])
      const [{ fields } = { fields: [] }] = read.permissions
      expect(fields[0]).toMatchObject({ label: 'amount', value: { text: '2.5', symbol: 'DEMO' } })
      expect(read.values).toContainEqual(['validBefore', '1800000000'])
    },
  )

  test.each([
    [{ validAfter: 1_700_000_000 }, { afterMs: 1_700_000_000_000, beforeMs: 1_800_000_000_000 }],
    [{ validBefore: String(2n ** 256n - 1n) }, {}],
    [{ validAfter: String(2n ** 256n - 1n) }, { afterMs: 253_402_300_799_000, beforeMs: 1_800_000_000_000 }],
  ])('behavior: %o → its validity period', (change, validity) => {
    expect(readTyped(payment(change)).validity).toEqual(validity)
  })

  test('error: a payment from another account → its own danger, without the warning about an allowance', () => {
    const foreign = payment({ from: SPENDER, to: WALLET })
    expect(readTyped(foreign)).toMatchObject({ kind: 'payment', warnings: ['foreign'] })
    expect(enabledBy(foreign)).toEqual([
      {
        kind: 'erc20-transfer-from',
        effects: [move({ from: SPENDER, to: WALLET })],
        severity: 'danger',
        warnings: [],
      },
    ])
    expect(readTyped(foreign).permissions[0]?.fields).toContainEqual({
      label: 'from',
      value: { kind: 'address', address: SPENDER },
    })
  })

  test('behavior: a payment of nothing of a listed coin still needs approval', () => {
    expect(readTyped(payment({ value: 0 }))).toMatchObject({ kind: 'payment', warnings: ['gives'] })
  })

  test.each([
    ['nothing of an unknown token', payment({ value: 0 }, { token: SPENDER })],
    ['a struct of other members', payment({ more: 1 }, { members: [...MEMBERS, uint('more')] })],
    ['members in another order', payment({}, { members: MEMBERS.toReversed() })],
    ['Permit2 as the token', payment({}, { token: '0x000000000022D473030F116dDEE9F6B43aC78BA3' })],
    ['no contract', { ...payment(), domain: { chainId: 10 } }],
  ])('error: %s → unread', (_what, typedData) => {
    expect(readTyped(typedData)).toMatchObject({ kind: 'data', permissions: [], warnings: ['unread'] })
  })

  test('behavior: tokens sent to the token itself keep their own warning', () => {
    expect(enabledBy(payment({ to: COIN }))[0]?.warnings).toEqual(['to-token-contract'])
  })
})

describe('cancellations of payments', () => {
  const cancellation = (authorizer: string, token = COIN) => ({
    domain: { chainId: 10, verifyingContract: token },
    types: { CancelAuthorization: [address('authorizer'), NONCE_MEMBER] },
    primaryType: 'CancelAuthorization',
    message: { authorizer, nonce: NONCE },
  })

  test.each([
    ['a listed coin', cancellation(WALLET), { kind: 'cancellation', warnings: [] }],
    ['another account', cancellation(SPENDER), { kind: 'cancellation', warnings: ['foreign'] }],
    ['an unknown token', cancellation(WALLET, SPENDER), { kind: 'data', warnings: ['unread'] }],
  ])('behavior: a cancellation of %s → moves nothing', (_what, typedData, expected) => {
    expect(readTyped(typedData)).toMatchObject({ ...expected, permissions: [] })
  })
})
