import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { tokenOperation } from '#protocol/operations.ts'
import type { InspectedToken } from '#protocol/tokens.ts'
import { widgetCallSchema } from '#protocol/widget-call.ts'
import { callOfValues, UNLIMITED_UNITS } from './call-of-values.ts'
import {
  PERMISSION_KINDS,
  SENDING_KINDS,
  OTHER_TOKEN,
  valuesOfQuery,
  type SendValues,
} from './send-values.ts'

const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const COIN: InspectedToken = {
  address: TOKEN,
  isContract: true,
  standard: 'erc20',
  name: 'Token',
  symbol: 'COIN',
  decimals: 6,
  hasHiddenText: false,
}
const VALUES: SendValues = {
  kind: 'erc20-transfer',
  tokenChoice: TOKEN.toLowerCase(),
  otherToken: '',
  party: FRIEND,
  tokenId: '7',
  amount: '1.5',
  isUnlimited: false,
  grant: 'give',
  isUnderstood: false,
  rows: [
    { tokenId: '1', amount: '10' },
    { tokenId: '', amount: '' },
    { tokenId: '2', amount: '20' },
  ],
}
function check(changes: Partial<SendValues>, token: Partial<InspectedToken> = {}, balance?: bigint) {
  return callOfValues({ ...VALUES, ...changes }, { token: { ...COIN, ...token }, balance })
}
const problemsOf = (...input: Parameters<typeof check>) => {
  const checked = check(...input)
  return checked.ok ? {} : Object.fromEntries(checked.problems.map(({ field, message }) => [field, message]))
}

test.each([...SENDING_KINDS, ...PERMISSION_KINDS])(
  'behavior: %s becomes a call that the widget accepts',
  (kind) => {
    const [standard] = tokenOperation(kind).standards
    const checked = check(
      { kind, isUnderstood: true, amount: standard === 'erc20' ? '1.5' : '3' },
      { standard },
    )
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    expect(widgetCallSchema.parse(checked.call)).toEqual(checked.call)
  },
)

test('behavior: converts amounts in human units to exact base units', () => {
  expect(check({ amount: ' 0.000001 ' })).toMatchObject({ ok: true, call: { amount: '1' } })
  expect(check({ amount: '1' }, { decimals: 0 })).toMatchObject({ ok: true, call: { amount: '1' } })
  expect(check({ amount: '1' }, { decimals: 24 })).toMatchObject({ call: { amount: `1${'0'.repeat(24)}` } })
})

test.each<[string, Partial<SendValues>, Record<string, RegExp>]>([
  ['empty fields', { party: '', amount: '' }, { party: /Enter an address/, amount: /Enter an amount/ }],
  ['a comma', { amount: '1,5' }, { amount: /such as/ }],
  ['too many decimals', { amount: '1.0000001' }, { amount: /at most 6 decimals/ }],
  ['zero', { amount: '0.0' }, { amount: /more than zero/ }],
  ['2^256', { amount: (2n ** 256n).toString() }, { amount: /2\^256/ }],
  ['an invalid address', { party: 'alice' }, { party: /must be an address/ }],
  ['a wrong checksum', { party: FRIEND.replace('bD', 'Bd') }, { party: /checksum/ }],
  ['the zero address', { party: ZERO_ADDRESS }, { party: /has no owner/ }],
  ['the token itself', { party: TOKEN }, { party: /own contract/ }],
  [
    'an unlimited allowance without consent',
    { kind: 'erc20-approve', isUnlimited: true },
    { isUnderstood: /Tick/ },
  ],
  [
    'an amount too large to be a limit',
    { kind: 'erc20-approve', amount: (2n ** 200n).toString() },
    { isUnderstood: /Tick/ },
  ],
])('error: %s', (_name, changes, expected) => {
  const problems = problemsOf(changes)
  expect(Object.keys(problems).sort()).toEqual(Object.keys(expected).sort())
  for (const [field, pattern] of Object.entries(expected)) expect(problems[field]).toMatch(pattern)
})

test('error: refuses more than the balance, and accepts the whole balance', () => {
  expect(problemsOf({ amount: '1.5' }, {}, 1_499_999n)).toHaveProperty('amount')
  expect(check({ amount: '1.5' }, {}, 1_500_000n).ok).toBe(true)
})

test('behavior: sends, approves and revokes a coin without decimals in base units', () => {
  const bare = { decimals: null }
  expect(check({ amount: '7' }, bare, 7n)).toMatchObject({ ok: true, call: { amount: '7' } })
  const approval = { kind: 'erc20-approve' as const, amount: '0' }
  expect(check(approval, bare)).toMatchObject({ ok: true, call: { amount: '0' } })
  expect(problemsOf({ amount: '1.5' }, bare)).toEqual({ amount: expect.stringMatching(/whole number/) })
  expect(problemsOf({ amount: '0' }, bare)).toEqual({ amount: expect.stringMatching(/more than zero/) })
  expect(problemsOf({ amount: '8' }, bare, 7n)).toEqual({ amount: expect.stringMatching(/exceeds/) })
})

test('error: reports a token of another standard, or an address that is not a token, at the token field', () => {
  expect(problemsOf({}, { standard: 'erc721' })).toHaveProperty(
    'tokenChoice',
    expect.stringMatching(/ERC-721/),
  )
  expect(problemsOf({}, { isContract: false, standard: null })).toHaveProperty('tokenChoice')
  const early = { standard: null, decimals: null, isEarlyCollection: true }
  expect(problemsOf({}, early)).toHaveProperty('tokenChoice', expect.stringMatching(/older than ERC-721/))
  expect(problemsOf({ tokenChoice: OTHER_TOKEN, otherToken: '' })).toHaveProperty('otherToken')
})

test('error: approving an operator requires consent, and revoking does not', () => {
  const collection = { standard: 'erc721' as const, decimals: null }
  expect(problemsOf({ kind: 'set-approval-for-all' }, collection)).toHaveProperty('isUnderstood')
  expect(check({ kind: 'set-approval-for-all', grant: 'take' }, collection)).toMatchObject({
    ok: true,
    call: { approved: false },
  })
})

test('behavior: clearing an approval ignores the typed spender, and revoking an allowance sets it to zero', () => {
  const item = { standard: 'erc721' as const, decimals: null }
  expect(check({ kind: 'erc721-approve', grant: 'take' }, item)).toMatchObject({
    call: { spender: ZERO_ADDRESS },
  })
  expect(check({ kind: 'erc20-approve', amount: '0' })).toMatchObject({ ok: true, call: { amount: '0' } })
  expect(check({ kind: 'erc20-approve', isUnlimited: true, isUnderstood: true })).toMatchObject({
    call: { amount: UNLIMITED_UNITS },
  })
})

test('behavior: ignores empty rows of a batch, and names the row of each problem', () => {
  const many = { standard: 'erc1155' as const, decimals: null }
  const kind = 'erc1155-batch-transfer'
  expect(check({ kind }, many)).toMatchObject({ call: { tokenIds: ['1', '2'], amounts: ['10', '20'] } })
  const rows = [
    { tokenId: 'x', amount: '1' },
    { tokenId: '', amount: '' },
    { tokenId: '3', amount: '0' },
  ]
  expect(Object.keys(problemsOf({ kind, rows }, many))).toEqual(['rows.0.tokenId', 'rows.2.amount'])
  expect(problemsOf({ kind, rows: [{ tokenId: '', amount: '' }] }, many)).toHaveProperty('rows')
})

test('behavior: a link fills in the form', () => {
  const query = (text: string) => valuesOfQuery(new URLSearchParams(text))
  expect(query('')).toMatchObject({ kind: 'erc20-transfer', tokenChoice: '', grant: 'give' })
  expect(query(`kind=erc20-approve&token=${TOKEN}&spender=${FRIEND}&amount=0`)).toMatchObject({
    kind: 'erc20-approve',
    tokenChoice: TOKEN.toLowerCase(),
    party: FRIEND,
    amount: '0',
  })
  expect(query(`kind=set-approval-for-all&operator=${FRIEND}&approved=false`)).toMatchObject({
    grant: 'take',
  })
  expect(query(`kind=erc721-approve&tokenId=7&spender=${ZERO_ADDRESS}`)).toMatchObject({
    grant: 'take',
    party: '',
    tokenId: '7',
  })
  expect(query('kind=anything')).toMatchObject({ kind: 'erc20-transfer' })
})

test('error: refuses an amount that leaves too little for the fee, and accepts the balance less the fee', () => {
  const known = { token: COIN, balance: 9_000_000n, fee: 1_500_000n }
  const of = (amount: string) =>
    callOfValues({ ...VALUES, kind: 'erc20-transfer', amount }, { ...known, token: { ...COIN, decimals: 6 } })
  expect(of('7.5')).toMatchObject({ ok: true, call: { amount: '7500000' } })
  expect(JSON.stringify(of('7.500001'))).toContain('leaves too little for the fee')
  expect(JSON.stringify(of('9.000001'))).toContain('exceeds the wallet’s balance')
})
