import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch, type BatchCall } from '#protocol/signing/wallet-batch.ts'
import { BOB, COIN, ITEMS, STRANGE, WALLET } from '#protocol/testing/described-calls.ts'
import type { ChargedFee } from '#service/organizations/fee-settings.ts'
import { refuses, countUnits, type PolicyCall } from './evaluate-rule.ts'
import { policyCall } from './policy-subject.ts'

type Call = [to: Hex, data: Hex, value?: bigint]
const call = ([toAddress, data, value = 0n]: Call): PolicyCall => ({
  chainId: 1,
  walletAddress: WALLET,
  toAddress,
  value,
  data,
})
const coins = (signature: string, ...params: string[]): Call => [COIN, encodeCall(signature, params)]
const transfer = (to: string, units: string) => coins('transfer(address,uint256)', to, units)
const calls = (...inner: Call[]): Call => [
  WALLET,
  encodeExecuteBatch(inner.map(([to, data, value = 0n]): BatchCall => ({ to, data, value }))),
]
const nested = (depth: number, inner: Call): Call => (depth === 0 ? inner : calls(nested(depth - 1, inner)))
const setBackup = (to: string): Call => [WALLET, `0xb7dacbf1${to.slice(2).toLowerCase().padStart(64, '0')}`]
const OVER = 2n ** 256n

test.each<[what: string, token: string, units: bigint, of: Call]>([
  ['a transfer', COIN, 7n, transfer(BOB, '7')],
  ['a transfer of another token', ITEMS, 0n, transfer(BOB, '7')],
  ['a transfer to the wallet itself', COIN, 0n, transfer(WALLET, '7')],
  [
    'a transferFrom out of the wallet',
    COIN,
    7n,
    coins('transferFrom(address,address,uint256)', WALLET, BOB, '7'),
  ],
  ['a transferFrom from others', COIN, 0n, coins('transferFrom(address,address,uint256)', BOB, STRANGE, '7')],
  ['an allowance', COIN, 7n, coins('approve(address,uint256)', BOB, '7')],
  ['a revoked allowance', COIN, 0n, coins('approve(address,uint256)', BOB, '0')],
  ['an increased allowance', COIN, 7n, coins('increaseAllowance(address,uint256)', BOB, '7')],
  ['an operator of all', COIN, OVER, coins('setApprovalForAll(address,bool)', BOB, 'true')],
  ['a revoked operator', COIN, 0n, coins('setApprovalForAll(address,bool)', BOB, 'false')],
  ['an unread call of the token', COIN, OVER, [COIN, '0x12345678']],
  ['an unread call of another contract', COIN, 0n, [STRANGE, '0x12345678']],
  ['an unread call of the wallet itself', COIN, OVER, [WALLET, '0x12345678']],
  ['native coin', ZERO_ADDRESS, 5n, [BOB, '0x', 5n]],
  ['native token with a call', ZERO_ADDRESS, 5n, [STRANGE, '0x12345678', 5n]],
  [
    'a batch',
    COIN,
    9n,
    calls(transfer(BOB, '7'), coins('approve(address,uint256)', BOB, '2'), [BOB, '0x', 5n]),
  ],
  ['native token in a batch', ZERO_ADDRESS, 8n, calls([BOB, '0x', 5n], [STRANGE, '0x', 3n])],
  ['a batch in a batch', COIN, 7n, nested(2, transfer(BOB, '7'))],
  ['a batch nested too deeply to be read', COIN, OVER, nested(4, transfer(BOB, '7'))],
  ['an allowance of the zero address', COIN, 0n, coins('approve(address,uint256)', ZERO_ADDRESS, '7')],
  ['a backup, of any token', ITEMS, OVER, setBackup(BOB)],
  ['the removal of a backup', COIN, 0n, setBackup(ZERO_ADDRESS)],
])('behavior: %s counts its units', (_what, token, units, of) => {
  expect(countUnits(token.toLowerCase(), call(of))).toBe(units)
})

const limit = (amount: string): PolicyRule => ({ kind: 'day-limit', tokenAddress: COIN, amount })

test('behavior: the removal of a backup → only an approval policy counts it', () => {
  const removal = call(setBackup(ZERO_ADDRESS))
  const approvers = [{ email: 'a@example.com' }]
  const approval: PolicyRule = { kind: 'approval', tokenAddress: COIN, amount: '7', approvers }
  expect([refuses(approval, removal), refuses(limit('0'), removal)]).toEqual([true, false])
})

test('behavior: a fee above the charged one → the excess is a transfer to its receiver', () => {
  const fee = { fee: '9', feeCoinAddress: COIN, feeWithdrawAddress: STRANGE }
  const signed = { ...call(transfer(BOB, '7')), ...fee }
  const charged = {
    tokenAddress: COIN,
    tokenSymbol: 'DEMO',
    tokenDecimals: 6,
    amountPerTransaction: 4n,
    withdrawAddress: STRANGE,
  } as const
  const units = (of: Partial<typeof signed>, by: ChargedFee | undefined): bigint =>
    countUnits(COIN, policyCall(1, { ...signed, ...of }, by))
  expect(units({}, charged)).toBe(12n)
  expect(units({ fee: '4' }, charged)).toBe(7n)
  expect(units({ fee: '3' }, charged)).toBe(7n)
  // The current charge may differ from the one at signing. Then no fee counts as charged.
  expect(units({}, undefined)).toBe(16n)
  expect(units({}, { ...charged, withdrawAddress: COIN })).toBe(16n)
  expect(units({ feeCoinAddress: ITEMS }, charged)).toBe(7n)
  expect(refuses(only, policyCall(1, signed, charged), { coins: [COIN] })).toBe(true)
  expect(refuses(only, policyCall(1, { ...signed, fee: '4' }, charged), { coins: [COIN] })).toBe(false)
})

test('param: a limit allows exactly its amount, including what was sent before', () => {
  const seven = call(transfer(BOB, '7'))
  expect([refuses(limit('7'), seven), refuses(limit('6'), seven)]).toEqual([false, true])
  expect([
    refuses(limit('9'), seven, { sentBefore: 2n }),
    refuses(limit('9'), seven, { sentBefore: 3n }),
  ]).toEqual([false, true])
  // Calls that do not concern the token pass, even if the limit is used up.
  expect(refuses(limit('0'), call([STRANGE, '0x12345678']), { sentBefore: 9n })).toBe(false)
  expect(refuses(limit((2n ** 256n - 1n).toString()), call([COIN, '0x12345678']))).toBe(true)
})

const only: PolicyRule = { kind: 'recipients', recipients: [BOB.toLowerCase()] }

test.each<[what: string, isRefused: boolean, of: Call]>([
  ['a transfer to a listed address', false, transfer(BOB, '7')],
  ['a transfer to another', true, transfer(STRANGE, '7')],
  ['a transfer to the wallet itself', false, transfer(WALLET, '7')],
  ['an allowance for another', true, coins('approve(address,uint256)', STRANGE, '7')],
  ['an allowance of zero', false, coins('approve(address,uint256)', STRANGE, '0')],
  ['an item with the id 0', true, [ITEMS, encodeCall('approve(address,uint256)', [STRANGE, '0'])]],
  ['another as operator', true, coins('setApprovalForAll(address,bool)', STRANGE, 'true')],
  ['a revoked operator', false, coins('setApprovalForAll(address,bool)', STRANGE, 'false')],
  ['native token to another', true, [STRANGE, '0x', 1n]],
  ['an unread call of a listed address', false, [BOB as Hex, '0x12345678', 1n]],
  ['an unread call of another', true, [STRANGE, '0x12345678']],
  ['an unread call of the wallet itself', true, [WALLET, '0x12345678']],
  ['a batch with another', true, calls(transfer(BOB, '7'), transfer(STRANGE, '1'))],
  ['a batch only to listed addresses', false, calls(transfer(BOB, '7'), [BOB as Hex, '0x', 1n])],
  ['another as backup', true, setBackup(STRANGE)],
  ['the removal of a backup', false, setBackup(ZERO_ADDRESS)],
])('behavior: with a recipient allowlist, %s: refused is %s', (_what, isRefused, of) => {
  expect(refuses(only, call(of), { coins: [COIN] })).toBe(isRefused)
})

test('behavior: an allowlist with the wallet itself allows no unread call of it', () => {
  const own: PolicyRule = { kind: 'recipients', recipients: [WALLET] }
  expect(refuses(own, call(nested(4, transfer(STRANGE, '1'))))).toBe(true)
})

test.each<[what: string, of: Call]>([
  ['a transfer of another token', [ITEMS, encodeCall('approve(address,uint256)', [STRANGE, '0'])]],
  ['a transfer to the wallet itself', transfer(WALLET, '7')],
  ['a revoked operator', coins('setApprovalForAll(address,bool)', STRANGE, 'false')],
])('behavior: an approval of everything asks for %s', (_what, of) => {
  const rule = { kind: 'approval', tokenAddress: ZERO_ADDRESS, amount: '0', approvers: [] } as const
  const asks = (everything: { everything?: true }) =>
    refuses({ ...rule, approvers: [], ...everything }, call(of))
  expect([asks({}), asks({ everything: true })]).toEqual([false, true])
})
