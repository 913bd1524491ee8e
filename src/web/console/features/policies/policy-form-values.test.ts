import { expect, test } from 'vitest'
import { shortAddress } from '#protocol/display/address.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Policy, PolicyRule } from '#protocol/policies.ts'
import {
  policyFormSchema,
  policyFormValues,
  policyRequest,
  type PolicyFormValues,
} from './policy-form-values.ts'
import { listCoins, ruleText } from './policy-words.ts'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ONE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TWO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const GONE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const coins = listCoins(
  [
    { address: COIN, symbol: 'DEMO', name: 'Demo', decimals: 6 },
    { address: TWO, symbol: 'CARD', name: 'Cards', decimals: 0 },
    { address: ONE, symbol: 'WHOLE', name: 'Whole coins', decimals: 0, standard: 'erc20' },
  ],
  1,
)
const policy = (rule: PolicyRule, walletAddress: string | null = null): Policy => ({
  id: 'one',
  name: 'Small sums',
  enabled: true,
  walletAddress,
  rule,
  createdAtDatetime: '2026-11-26T09:00:00.000Z',
  updatedAtDatetime: '2026-11-26T09:00:00.000Z',
})
const values = (changes: Partial<PolicyFormValues>): PolicyFormValues => ({
  ...policyFormValues(undefined, coins),
  name: 'Small sums',
  amount: '1',
  ...changes,
})
const problems = (changes: Partial<PolicyFormValues>) =>
  policyFormSchema(coins)
    .safeParse(values(changes))
    .error?.issues.map(({ path }) => path.join('.')) ?? []

test.each<[string, PolicyRule, string]>([
  [
    'a limit',
    { kind: 'transaction-limit', tokenAddress: COIN, amount: '1500000' },
    'At most 1.5 DEMO in one transaction',
  ],
  [
    'a limit of the native coin',
    { kind: 'day-limit', tokenAddress: ZERO_ADDRESS, amount: '5' },
    'At most 0.000000000000000005 ETH in any 24 hours',
  ],
  [
    'a limit of a token that is listed no more',
    { kind: 'day-limit', tokenAddress: GONE, amount: '1500000' },
    `At most 1,500,000 base units of ${shortAddress(GONE)} in any 24 hours`,
  ],
  [
    'an approval',
    {
      kind: 'approval',
      tokenAddress: COIN,
      amount: '1500000',
      approvers: [{ email: 'a@example.com', administratorId: 'a' }, { email: 'b@example.com' }],
    },
    'Above 1.5 DEMO in one transaction: an approval',
  ],
  ['recipients', { kind: 'recipients', recipients: [ONE, TWO] }, 'Only to 2 addresses'],
])('behavior: reads %s and writes it back unchanged', (_what, rule, text) => {
  expect(ruleText(rule, coins)).toBe(text)
  for (const wallet of [null, ONE])
    expect(policyRequest(policyFormValues(policy(rule, wallet), coins), coins)).toEqual({
      name: 'Small sums',
      walletAddress: wallet,
      rule,
    })
})

test.each<[string, Partial<PolicyFormValues>, string[]]>([
  ['a valid form', {}, []],
  ['no name', { name: ' ' }, ['name']],
  ['too many decimals', { tokenAddress: COIN, amount: '1.2345678' }, ['amount']],
  ['an ignored amount', { kind: 'recipients', amount: 'x', recipients: ONE }, []],
  [
    'a mistyped recipient',
    { kind: 'recipients', recipients: `${ONE}\n${TWO.replace('C44C', 'c44C')}` },
    ['recipients'],
  ],
  ['an invalid wallet address', { wallet: 'mine' }, ['wallet']],
])('param: %s', (_what, changes, fields) => {
  expect(problems(changes)).toEqual(fields)
})

test('behavior: a limit can use the listed coins, even with 0 decimals, but no collections', () => {
  expect(coins.map(({ symbol }) => symbol)).toEqual(['DEMO', 'WHOLE', 'ETH'])
})
