import { describe, expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { BOB, COIN, described, STRANGE, findValue, WALLET } from '#protocol/testing/described-calls.ts'
import { withdraws } from './grant.ts'

const revoke = encodeCall('approve(address,uint256)', [BOB, '0'])

describe('withdraws', () => {
  test('behavior: an approval of nothing only revokes', () => {
    expect(withdraws(described(COIN, revoke))).toBe(true)
  })

  test.each([
    ['an approval', encodeCall('approve(address,uint256)', [BOB, '1'])],
    ['a transfer', encodeCall('transfer(address,uint256)', [BOB, '0'])],
    ['an unread call', '0x12345678'],
  ])('behavior: %s does not only revoke', (_, data) => {
    expect(withdraws(described(COIN, data))).toBe(false)
  })

  test('behavior: a call without effect does not only revoke', () => {
    expect(withdraws({ ...described(COIN, revoke), effects: [] })).toBe(false)
  })

  test('behavior: a revocation together with another effect does not only revoke', () => {
    expect(withdraws(described(COIN, revoke, { value: 1n }))).toBe(false)
  })
})

describe('fields and effects of a call', () => {
  test('param: cuts the symbol and name of a token at 16 and 40 characters', () => {
    const long = { address: STRANGE, symbol: 'S'.repeat(17), name: 'N'.repeat(41), decimals: 0 }
    const field = findValue(described(STRANGE, revoke, { tokens: [long] }), 'token')
    expect(field).toMatchObject({ symbol: `${'S'.repeat(15)}…`, name: `${'N'.repeat(39)}…` })
    const fits = { ...long, symbol: 'S'.repeat(16), name: 'N'.repeat(40) }
    const whole = findValue(described(STRANGE, revoke, { tokens: [fits] }), 'token')
    expect(whole).toMatchObject({ symbol: fits.symbol, name: fits.name })
  })

  test.each(['0x12', revoke])('behavior: the value sent with the calldata %s leaves too', (data) => {
    const call = described(COIN, data, { value: 9n })
    expect(call.warnings.map(({ code }) => code)).toContain('value-with-call')
    expect(call.effects).toContainEqual({
      does: 'move',
      token: '0x0000000000000000000000000000000000000000',
      what: { is: 'coins', units: '9' },
      from: WALLET,
      to: COIN,
    })
  })
})

test('behavior: does not compare a number of unknown kind with a balance', () => {
  const token = { address: STRANGE, symbol: 'X', name: 'X', decimals: 0, balance: 5n }
  const data = encodeCall('approve(address,uint256)', [BOB, '7'])
  const codesOf = (one: typeof token & { standard?: 'erc20' }) =>
    described(STRANGE, data, { tokens: [one] }).warnings.map(({ code }) => code)
  expect(codesOf(token)).not.toContain('allowance-over-balance')
  expect(codesOf({ ...token, standard: 'erc20' })).toContain('allowance-over-balance')
})
