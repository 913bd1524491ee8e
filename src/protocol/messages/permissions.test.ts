import { hashTypedData, type Address } from 'viem'
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

const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const PERMIT_TYPES = {
  Permit: [address('owner'), address('spender'), uint('value'), uint('nonce'), uint('deadline')],
}
const permit = (change: object = {}, domain: object = {}) => ({
  domain: { name: 'Demo Coin', version: '1', chainId: 10, verifyingContract: COIN, ...domain },
  types: PERMIT_TYPES,
  primaryType: 'Permit',
  message: { owner: WALLET, spender: SPENDER, value: '2000000', nonce: 0, deadline: '1800000000', ...change },
})
describe('permits', () => {
  test('behavior: a permit is read as its allowance', () => {
    const read2612 = readTyped(permit())
    expect(read2612).toMatchObject({ kind: 'permission', warnings: ['gives'] })
    expect(read2612.hash).toBe(hashTypedData(permit() as Parameters<typeof hashTypedData>[0]))
    expect(read2612.values).toContainEqual(['value', '2000000'])
    expect(read2612.values).toContainEqual(['domain.verifyingContract', COIN])
    expect(enabledBy(permit())).toEqual([
      { kind: 'erc20-approve', effects: [allowance(COIN, '2000000')], severity: 'danger', warnings: [] },
    ])
    expect(enabledBy(permit({ value: String(2n ** 256n - 1n) }))[0]?.warnings).toEqual([
      'unlimited-allowance',
    ])
    expect(enabledBy(permit({ value: '6000000' }))[0]?.warnings).toEqual(['allowance-over-balance'])
    expect(enabledBy(permit({}, { verifyingContract: SPENDER }))[0]?.warnings).toEqual(['unknown-token'])
  })

  test('behavior: a permit of nothing of a listed coin is a revocation', () => {
    expect(readTyped(permit({ value: 0 }))).toMatchObject({ kind: 'permission', warnings: [] })
    expect(enabledBy(permit({ value: 0 }))[0]).toMatchObject({
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
    expect(enabledBy(dai)[0]?.effects).toEqual([allowance(COIN, units)])
  })

  test('error: a permit of nothing of an unknown token may have any effect', () => {
    const unknown = readTyped(permit({ value: 0 }, { verifyingContract: SPENDER }))
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
    expect(readTyped(typedData)).toMatchObject({ kind: 'data', permissions: [], warnings: ['unread'] })
  })

  test('error: refuses another chain than the wallet’s', () => {
    expect(() => readTyped(permit({}, { chainId: 1 }))).toThrow('domain.chainId must be 10')
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

describe('how long a permission lasts', () => {
  const until = (seconds: number) => ({ beforeMs: seconds * 1_000 })
  const single = { ...details('5'), expiration: 1_800_000_000 }
  const later = { ...single, expiration: 1_900_000_000 }
  const batch = {
    ...SINGLE,
    PermitBatch: [{ name: 'details', type: 'PermitDetails[]' }, ...SINGLE.PermitSingle.slice(1)],
  }
  const transfer = {
    ...PERMITTED,
    PermitTransferFrom: [{ name: 'permitted', type: 'TokenPermissions' }, ...TRANSFER],
  }
  const permitted = { token: COIN, amount: '7' }
  test.each([
    ['a permit: the deadline is of its signature alone', permit(), {}],
    ['nothing: there is no permission', permit({ value: 0 }), undefined],
    [
      'an allowance of Permit2',
      permit2('PermitSingle', SINGLE, { details: single, sigDeadline: 1 }),
      until(1_800_000_000),
    ],
    [
      'several: the last of them',
      permit2('PermitBatch', batch, { details: [later, single], sigDeadline: 1 }),
      until(1_900_000_000),
    ],
    [
      'a transfer by Permit2',
      permit2('PermitTransferFrom', transfer, { permitted, nonce: 0, deadline: 1_800_000_000 }),
      until(1_800_000_000),
    ],
  ])('behavior: %s', (_what, typedData, validity) => {
    expect(readTyped(typedData).validity).toEqual(validity)
  })
})

describe('Permit2', () => {
  test('behavior: the same values with witnesses of two types → another hash, and other displayed lines', () => {
    const all = ['uint256', 'uint8'].map((type) =>
      readTyped(
        permit2(
          'PermitWitnessTransferFrom',
          {
            ...PERMITTED,
            PermitWitnessTransferFrom: [
              { name: 'permitted', type: 'TokenPermissions' },
              ...TRANSFER,
              { name: 'witness', type },
            ],
          },
          { permitted: { token: COIN, amount: '7' }, nonce: 0, deadline: 1, witness: 3 },
        ),
      ),
    )
    expect(all.map(({ warnings }) => warnings)).toEqual([
      ['gives', 'unread'],
      ['gives', 'unread'],
    ])
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(2)
    expect(new Set(all.map(({ values }) => JSON.stringify(values))).size).toBe(2)
  })

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
  ])('behavior: %s is read as its allowances', (primaryType, types, message, units) => {
    const typedData = permit2(primaryType, types, message)
    expect(enabledBy(typedData).map(({ effects: [effect] }) => effect)).toEqual(
      units.map((one) => allowance(COIN, one)),
    )
    // Only the spender knows the meaning of a witness.
    expect(readTyped(typedData).warnings).toEqual('witness' in message ? ['gives', 'unread'] : ['gives'])
  })

  test.each(['PermitDetails', 'PermitAll'])('error: %s of it is no permit', (primaryType) => {
    const types = { ...SINGLE, PermitAll: [address('spender')] }
    expect(readTyped(permit2(primaryType, types, details('5')))).toMatchObject({ warnings: ['unread'] })
  })

  test('behavior: an allowance of nothing → Permit2’s revocation, for any token', () => {
    const nothing = readTyped(
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
  ])(
    'error: %s does not count as harmless, because its effect is unknown',
    (_what, primaryType, types, message, [kind]) => {
      const read = readTyped(permit2(primaryType, types, { nonce: 0, deadline: 1, ...message }))
      expect(read).toMatchObject({ kind, warnings: ['unread'] })
      expect(read.permissions.every(({ severity }) => severity === 'danger')).toBe(true)
      expect(read.permissions.flatMap(({ effects }) => effects)).not.toContainEqual(
        expect.objectContaining({ sets: 'nothing' }),
      )
    },
  )

  test('error: is not read as Permit2 for another contract', () => {
    const typedData = permit2('PermitSingle', SINGLE, { details: details('5'), sigDeadline: 1 }, SPENDER)
    expect(readTyped(typedData)).toMatchObject({ kind: 'data', warnings: ['unread'] })
  })
})

test('error: refuses typed data with the wrong shape and names the member', () => {
  expect(() => readTyped({ ...permit(), types: { Permit: [{ name: 'a.b', type: 'string' }] } })).toThrow(
    'types.Permit[0].name must be a name',
  )
})
