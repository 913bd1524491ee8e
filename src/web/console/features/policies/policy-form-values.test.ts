import { expect, test } from 'vitest'
import { shortAddress } from '#protocol/display/address.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Policy, PolicyRule } from '#protocol/policies.ts'
import { listCoins, ruleText } from '#web/console/lib/policy-words.ts'
import {
  policyFormSchema,
  policyFormValues,
  policyRequest,
  type PolicyFormValues,
} from './policy-form-values.ts'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ONE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TWO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const GONE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const ADA = { email: 'a@example.com', administratorId: 'a', name: 'Ada' }
const BEN = { email: 'ben@example.com', administratorId: 'b', name: 'Ben' }
const MEMBERS = [ADA, BEN].map(({ administratorId: id, name }) => ({
  id,
  name,
  role: 'admin' as const,
  joinedAtDatetime: '2026-11-26T09:00:00.000Z',
  lastSeenAtDatetime: null,
  sessions: 1,
  passkeys: 1,
}))
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
  kind: 'day-limit',
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
    'Transfers over 1.5 DEMO are blocked',
  ],
  [
    'a limit of the native coin',
    { kind: 'day-limit', tokenAddress: ZERO_ADDRESS, amount: '5' },
    'Each wallet sends at most 0.000000000000000005 ETH in any 24 hours',
  ],
  [
    'a limit of a token that is listed no more',
    { kind: 'day-limit', tokenAddress: GONE, amount: '1500000' },
    `Each wallet sends at most 1,500,000 base units of ${shortAddress(GONE)} in any 24 hours`,
  ],
  [
    'an approval',
    {
      kind: 'approval',
      tokenAddress: COIN,
      amount: '1500000',
      approvers: [ADA, { email: 'b@example.com' }],
      approvalsRequired: 1,
    },
    'Transfers over 1.5 DEMO need 1 of Ada, b@example.com',
  ],
  [
    'an approval of everyone',
    { kind: 'approval', tokenAddress: COIN, amount: '1500000', approvers: [ADA, BEN], approvalsRequired: 2 },
    'Transfers over 1.5 DEMO need the approvals of Ada and Ben',
  ],
  [
    'an approval of one person',
    { kind: 'approval', tokenAddress: COIN, amount: '1500000', approvers: [BEN], approvalsRequired: 1 },
    'Transfers over 1.5 DEMO need the approval of Ben',
  ],
  [
    'an approval of everything',
    {
      kind: 'approval',
      tokenAddress: ZERO_ADDRESS,
      amount: '0',
      everything: true,
      approvers: [ADA, BEN, { email: 'c@example.com' }],
      approvalsRequired: 2,
    },
    'Every transaction needs 2 of Ada, Ben, c@example.com',
  ],
  ['recipients', { kind: 'recipients', recipients: [ONE, TWO] }, 'Transfers go only to 2 addresses'],
])('behavior: reads %s and writes it back unchanged', (_what, rule, text) => {
  expect(ruleText(rule, coins)).toBe(text)
  for (const wallet of [null, ONE])
    expect(policyRequest(policyFormValues(policy(rule, wallet), coins), coins, MEMBERS)).toEqual({
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
  [
    'too few approvers',
    { kind: 'approval', approvers: { a: 'a@example.com', b: '' }, required: '2' },
    ['required'],
  ],
  [
    'enough approvers',
    { kind: 'everything', approvers: { a: 'a@example.com', b: 'b@x.org' }, required: '2' },
    [],
  ],
  ['an invalid wallet address', { wallet: 'mine' }, ['wallet']],
])('param: %s', (_what, changes, fields) => {
  expect(problems(changes)).toEqual(fields)
})

test('behavior: a limit can use the listed coins, even with 0 decimals, but no collections', () => {
  expect(coins.map(({ symbol }) => symbol)).toEqual(['DEMO', 'WHOLE', 'ETH'])
})
