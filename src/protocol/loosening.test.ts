import { expect, test } from 'vitest'
import type { IpAllowList } from './api-keys.ts'
import type { FeeSettings } from './deployment-config.ts'
import { isAllowListLoosened, isFeeRaised, isPolicyLoosened, type PolicyDemand } from './loosening.ts'
import type { PolicyRule } from './policies.ts'

const COIN = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER_COIN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const BEN = '0xde709f2102306220921060314715629080e2fb77'
const CAROL = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const limit = (kind: 'transaction-limit' | 'day-limit', amount: string, tokenAddress = COIN): PolicyRule => ({
  kind,
  tokenAddress,
  amount,
})
const approval = (amount: string, ...emails: string[]): PolicyRule => ({
  kind: 'approval',
  tokenAddress: COIN,
  amount,
  approvers: emails.map((email) => ({ email })),
})
const named = (administratorId?: string): PolicyRule => ({
  kind: 'approval',
  tokenAddress: COIN,
  amount: '10',
  approvers: [{ email: 'ben@example.com', ...(administratorId !== undefined && { administratorId }) }],
})
const requiring = (approvalsRequired: number | undefined): PolicyRule => ({
  kind: 'approval',
  tokenAddress: COIN,
  amount: '10',
  approvers: [{ email: 'b@x.org' }, { email: 'c@x.org' }],
  ...(approvalsRequired !== undefined && { approvalsRequired }),
})
const only = (...recipients: string[]): PolicyRule => ({ kind: 'recipients', recipients })
const on = (rule: PolicyRule, walletAddress: string | null = null): PolicyDemand => ({
  enabled: true,
  walletAddress,
  rule,
})
const off = (rule: PolicyRule): PolicyDemand => ({ ...on(rule), enabled: false })
const ten = limit('transaction-limit', '10')

test.each<[change: string, before: PolicyDemand, after: PolicyDemand | undefined, isLooser: boolean]>([
  ['the same', on(ten), on(ten), false],
  ['turned off', on(ten), off(ten), true],
  ['deleted', on(ten), undefined, true],
  ['deleted while it was off', off(ten), undefined, false],
  ['raised while it was off', off(ten), off(limit('transaction-limit', '99')), false],
  ['turned on with a higher amount', off(ten), on(limit('transaction-limit', '99')), false],
  ['all wallets, then one', on(ten), on(ten, BEN), true],
  ['one wallet, then another', on(ten, BEN), on(ten, CAROL), true],
  [
    'one wallet, then the same in capitals',
    on(ten, BEN),
    on(ten, BEN.toUpperCase().replace('X', 'x')),
    false,
  ],
  ['one wallet, then all', on(ten, BEN), on(ten), false],
  ['transaction limit raised', on(ten), on(limit('transaction-limit', '11')), true],
  ['transaction limit lowered', on(ten), on(limit('transaction-limit', '9')), false],
  ['transaction limit of another token', on(ten), on(limit('transaction-limit', '1', OTHER_COIN)), true],
  ['token in small letters', on(ten), on(limit('transaction-limit', '10', COIN.toLowerCase())), false],
  ['day limit raised', on(limit('day-limit', '9')), on(limit('day-limit', '10')), true],
  ['day limit lowered', on(limit('day-limit', '9')), on(limit('day-limit', '8')), false],
  ['day limit, then transaction limit', on(limit('day-limit', '9')), on(ten), true],
  ['limit, then recipients', on(ten), on(only(BEN)), true],
  ['recipients, then limit', on(only(BEN)), on(ten), true],
  ['approval, then limit', on(approval('10', 'ben@example.com')), on(ten), true],
  ['recipient added', on(only(BEN)), on(only(BEN, CAROL)), true],
  ['recipient removed', on(only(BEN, CAROL)), on(only(BEN)), false],
  ['recipient exchanged', on(only(BEN)), on(only(CAROL)), true],
  [
    'recipients in another order and case',
    on(only(BEN, CAROL)),
    on(only(CAROL, BEN.toUpperCase().replace('X', 'x'))),
    false,
  ],
  ['approval from a higher amount on', on(approval('10', 'b@x.org')), on(approval('11', 'b@x.org')), true],
  ['approval from a lower amount on', on(approval('10', 'b@x.org')), on(approval('9', 'b@x.org')), false],
  ['fewer approvals required', on(requiring(2)), on(requiring(1)), true],
  ['fewer approvals by the default', on(requiring(2)), on(requiring(undefined)), true],
  ['more approvals required', on(requiring(1)), on(requiring(2)), false],
  ['approver added', on(approval('10', 'b@x.org')), on(approval('10', 'b@x.org', 'c@x.org')), true],
  [
    'approver removed, so another is asked',
    on(approval('10', 'b@x.org', 'c@x.org')),
    on(approval('10', 'c@x.org')),
    true,
  ],
  [
    'approvers in another order',
    on(approval('10', 'b@x.org', 'c@x.org')),
    on(approval('10', 'c@x.org', 'b@x.org')),
    false,
  ],
  ['approver in another spelling', on(approval('10', 'b@x.org')), on(approval('10', 'B@X.org')), false],
  [
    'approver no longer bound to a member, who could then ask and approve',
    on(named('ada')),
    on(named()),
    true,
  ],
])('behavior: policy %s → looser: %#', (_, before, after, isLooser) => {
  expect(isPolicyLoosened(before, after)).toBe(isLooser)
})

const list = (mode: IpAllowList['mode'], ...ranges: string[]): IpAllowList => ({ mode, ranges })
const enforced = list('enforced', '203.0.113.0/24', '2001:db8::/32')

test.each<[change: string, before: IpAllowList, after: IpAllowList, isLooser: boolean]>([
  ['the same', enforced, enforced, false],
  ['turned off', enforced, list('off', ...enforced.ranges), true],
  ['only monitored', enforced, list('staged', ...enforced.ranges), true],
  ['monitoring turned off, which refused nothing', list('staged', '203.0.113.7/32'), list('off'), false],
  ['enforced', list('staged', '203.0.113.7/32'), enforced, false],
  ['address added', enforced, list('enforced', ...enforced.ranges, '198.51.100.1/32'), true],
  ['range removed', enforced, list('enforced', '203.0.113.0/24'), false],
  ['range narrowed', enforced, list('enforced', '203.0.113.128/25', '2001:db8:1::/48'), false],
  ['range widened', enforced, list('enforced', '203.0.0.0/16'), true],
  ['every IPv6 address beside IPv4 ranges', list('enforced', '0.0.0.0/0'), list('enforced', '::/0'), true],
])('behavior: allow list %s → looser: %#', (_, before, after, isLooser) => {
  expect(isAllowListLoosened(before, after)).toBe(isLooser)
})

const fee = (amountPerTransaction: string, withdrawAddress = BEN, tokenAddress = COIN): FeeSettings => ({
  tokenAddress,
  amountPerTransaction,
  withdrawAddress,
})
const inSmallLetters = fee('10', BEN.toLowerCase(), COIN.toLowerCase())

test.each<[change: string, before: FeeSettings, after: FeeSettings, isRaised: boolean]>([
  ['the same', fee('10'), fee('10'), false],
  ['addresses in small letters', fee('10'), inSmallLetters, false],
  ['none, then one', null, fee('1'), true],
  ['none, then zero', null, fee('0'), false],
  ['none, and still none', null, null, false],
  ['removed', fee('10'), null, false],
  ['zero, then one', fee('0'), fee('1'), true],
  ['raised', fee('10'), fee('11'), true],
  ['raised by one digit, which is less as text', fee('9'), fee('10'), true],
  ['raised beyond what numbers hold', fee(String(2n ** 64n)), fee(String(2n ** 64n + 1n)), true],
  ['lowered', fee('10'), fee('9'), false],
  ['lowered to zero for another receiver', fee('10'), fee('0', CAROL), false],
  ['lowered for another receiver', fee('10'), fee('9', CAROL), true],
  ['lowered in another token', fee('10'), fee('9', BEN, OTHER_COIN), true],
])('behavior: fee %s → raised: %#', (_, before, after, isRaised) => {
  expect(isFeeRaised(before, after)).toBe(isRaised)
})
