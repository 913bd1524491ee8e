import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall, encodeTokenFunction } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { Simulation } from '#protocol/simulation.ts'
import { BOB, COIN, ITEMS, MULTI, STRANGE, tokens, WALLET } from '#protocol/testing/described-calls.ts'
import { compareSimulation, type ComparedCall, type Difference } from './compare-simulation.ts'
import { describeCall } from './describe-call.ts'

type Fee = Pick<ComparedCall, 'fee' | 'feeCoinAddress' | 'feeWithdrawAddress'>
const FEE: Fee = { fee: '0', feeCoinAddress: ZERO_ADDRESS, feeWithdrawAddress: STRANGE }
const transfer = encodeCall('transfer(address,uint256)', [BOB, '100'])
const approve = encodeCall('approve(address,uint256)', [BOB, '100'])
const operator = encodeCall('setApprovalForAll(address,bool)', [BOB, 'true'])

type Seen = { changes?: Simulation['changes']; approvals?: Simulation['approvals'] }
type Made = { to?: string; data?: string; value?: bigint; fee?: Fee }

/** The differences, one line each: subject, token, account, read amount, simulated amount. */
function differences({ to = COIN, data = '0x', value = 0n, fee = FEE }: Made, seen: Seen): string[] {
  const call = { chainId: 1, walletAddress: WALLET, toAddress: to, value, data, tokens, ...fee }
  const simulation = { changes: seen.changes ?? [], approvals: seen.approvals ?? [] }
  return compareSimulation(call, describeCall(call), simulation).map(lineOf)
}

function lineOf({ about, token, account, read, simulated }: Difference): string {
  return [about, ...[token, account, read, simulated].map(formatValue)].join(' ')
}

function formatValue(value: Difference['read']): string {
  if (value === undefined) return 'nothing'
  if (value.kind === 'amount') return value.unlimited ? 'unlimited' : value.units
  if (value.kind === 'units') return `units ${value.units}`
  if (value.kind === 'items') return value.items.map(({ tokenId, units }) => `#${tokenId}x${units}`).join()
  if (value.kind === 'address') return value.address
  if (value.kind === 'item') return `NFT #${value.tokenId}`
  if (value.kind === 'number') return `#${value.text}`
  return value.kind === 'boolean' ? String(value.value) : ''
}

const change = (tokenAddress: string, account: string, amount: string, tokenId?: string) => ({
  tokenAddress,
  account,
  amount,
  ...(tokenId !== undefined && { tokenId }),
})

describe('compareSimulation: balances', () => {
  test('behavior: a simulation that matches the read call has no difference on either side', () => {
    const changes = [change(COIN, WALLET, '-100'), change(COIN, BOB, '100')]
    expect(differences({ data: transfer }, { changes })).toEqual([])
  })

  test('behavior: more leaves than was read, less arrives, or another coin moves → a difference', () => {
    const changes = [
      change(COIN, WALLET, '-101'),
      change(COIN, BOB, '99'),
      change(STRANGE, WALLET, '-1'),
      change(ZERO_ADDRESS, WALLET, '-7'),
    ]
    expect(differences({ data: transfer }, { changes })).toEqual([
      `balance ${COIN} ${WALLET} -100 -101`,
      `balance ${COIN} ${BOB} 100 99`,
      `balance ${STRANGE} ${WALLET} nothing units -1`,
      `balance ${ZERO_ADDRESS} ${WALLET} nothing -7`,
    ])
  })

  test('behavior: a transfer that moves nothing is a difference on both sides', () => {
    expect(differences({ data: transfer }, {})).toEqual([
      `balance ${COIN} ${WALLET} -100 nothing`,
      `balance ${COIN} ${BOB} 100 nothing`,
    ])
  })

  test('behavior: every effect of an unread call is a difference', () => {
    const changes = [change(COIN, WALLET, '-5')]
    expect(differences({ data: '0x12345678' }, { changes })).toEqual([`balance ${COIN} ${WALLET} nothing -5`])
  })

  test('behavior: bytes that are no call are compared with nothing', () => {
    const call = { chainId: 1, walletAddress: WALLET, toAddress: COIN, value: 0n, data: '0x', tokens }
    const simulation = { changes: [change(COIN, WALLET, '-5')], approvals: [] }
    expect(compareSimulation({ ...call, ...FEE }, null, simulation).map(lineOf)).toEqual([
      `balance ${COIN} ${WALLET} nothing -5`,
    ])
  })

  test('behavior: compares only the wallet’s side of the native coin', () => {
    expect(differences({ to: BOB, value: 9n }, { changes: [change(ZERO_ADDRESS, WALLET, '-9')] })).toEqual([])
    expect(differences({ to: BOB, value: 9n }, { changes: [change(ZERO_ADDRESS, WALLET, '-10')] })).toEqual([
      `balance ${ZERO_ADDRESS} ${WALLET} -9 -10`,
    ])
  })

  test('behavior: reads the fee, in its own coin and in the coin that moves', () => {
    const fee = { fee: '3', feeCoinAddress: COIN, feeWithdrawAddress: STRANGE }
    const changes = [change(COIN, WALLET, '-103'), change(COIN, BOB, '100'), change(COIN, STRANGE, '3')]
    expect(differences({ data: transfer, fee }, { changes })).toEqual([])
    expect(differences({ data: transfer, fee: { ...fee, fee: '0' } }, { changes })).toEqual([
      `balance ${COIN} ${WALLET} -100 -103`,
      `balance ${COIN} ${STRANGE} nothing 3`,
    ])
    const native = { ...fee, feeCoinAddress: ZERO_ADDRESS }
    expect(differences({ data: transfer, fee: native }, { changes: changes.slice(0, 2) })).toEqual([
      `balance ${COIN} ${WALLET} -100 -103`,
    ])
  })

  test('behavior: compares items by their ids, for the wallet only', () => {
    const move = encodeCall('safeTransferFrom(address,address,uint256)', [WALLET, BOB, '7'])
    const item = change(ITEMS, WALLET, '-1', '7')
    expect(differences({ to: ITEMS, data: move }, { changes: [item] })).toEqual([])
    expect(differences({ to: ITEMS, data: move }, { changes: [change(ITEMS, WALLET, '-1', '8')] })).toEqual([
      `balance ${ITEMS} ${WALLET} nothing #8x-1`,
      `balance ${ITEMS} ${WALLET} #7x-1 nothing`,
    ])
  })

  test('behavior: compares units of one item and of several', () => {
    const one = encodeCall('safeTransferFrom(address,address,uint256,uint256,bytes)', [
      WALLET,
      BOB,
      '1',
      '4',
      '0x',
    ])
    expect(differences({ to: MULTI, data: one }, { changes: [change(MULTI, WALLET, '-4', '1')] })).toEqual([])
    expect(differences({ to: MULTI, data: one }, { changes: [change(MULTI, WALLET, '-5', '1')] })).toEqual([
      `balance ${MULTI} ${WALLET} #1x-4 #1x-5`,
    ])
  })

  test('behavior: compares each item of several', () => {
    const signature = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'
    const data = encodeTokenFunction(signature, [WALLET, BOB, '["1","2"]', '["4","5"]', '0x'])
    const first = change(MULTI, WALLET, '-4', '1')
    expect(differences({ to: MULTI, data }, { changes: [first, change(MULTI, WALLET, '-5', '2')] })).toEqual(
      [],
    )
    expect(differences({ to: MULTI, data }, { changes: [first] })).toEqual([
      `balance ${MULTI} ${WALLET} #2x-5 nothing`,
    ])
  })

  test('behavior: a number of a token of unknown kind is an item if that item moved, else an amount', () => {
    const data = encodeCall('transferFrom(address,address,uint256)', [WALLET, BOB, '7'])
    const call = { to: STRANGE, data }
    expect(differences(call, { changes: [change(STRANGE, WALLET, '-1', '7')] })).toEqual([])
    expect(differences(call, {})).toEqual([
      `balance ${STRANGE} ${WALLET} units -7 nothing`,
      `balance ${STRANGE} ${BOB} units 7 nothing`,
    ])
    const coins = [change(STRANGE, WALLET, '-7'), change(STRANGE, BOB, '7')]
    expect(differences(call, { changes: coins })).toEqual([])
    expect(differences(call, { changes: [change(MULTI, WALLET, '-1', '7'), ...coins] })).toEqual([
      `balance ${MULTI} ${WALLET} nothing #7x-1`,
    ])
  })
})

describe('compareSimulation: approvals', () => {
  const approval = (more: Partial<Simulation['approvals'][number]>) => ({
    approvals: [{ tokenAddress: COIN, spender: BOB, ...more }],
  })

  test('behavior: an approval that was read is no difference', () => {
    expect(differences({ data: approve }, approval({ amount: '100' }))).toEqual([])
    expect(differences({ to: ITEMS, data: operator }, approval({ tokenAddress: ITEMS }))).toEqual([])
  })

  test.each([
    ['more than was read', { amount: '101' }, `${COIN} ${BOB} nothing 101`],
    ['for another spender', { amount: '100', spender: STRANGE }, `${COIN} ${STRANGE} nothing 100`],
    ['of another token', { amount: '100', tokenAddress: STRANGE }, `${STRANGE} ${BOB} nothing units 100`],
    ['without a limit', { amount: String(2n ** 256n - 1n) }, `${COIN} ${BOB} nothing unlimited`],
    ['of an item', { tokenId: '7' }, `${COIN} ${BOB} nothing NFT #7`],
    ['of everything', {}, `${COIN} ${BOB} nothing true`],
  ])('behavior: an approval %s is a difference', (_, more, line) => {
    expect(differences({ data: approve }, approval(more))).toEqual([`approval ${line}`])
  })

  test('behavior: a revoked approval that still exists afterwards is a difference', () => {
    const data = encodeCall('approve(address,uint256)', [BOB, '0'])
    expect(differences({ data }, approval({ amount: '100' }))).toEqual([
      `approval ${COIN} ${BOB} nothing 100`,
    ])
    const revoke = encodeCall('setApprovalForAll(address,bool)', [BOB, 'false'])
    expect(differences({ to: ITEMS, data: revoke }, approval({ tokenAddress: ITEMS }))).toEqual([
      `approval ${ITEMS} ${BOB} nothing true`,
    ])
  })

  test('behavior: an approval of one item, or of a number of unknown kind, is read only with its number', () => {
    const data = encodeCall('approve(address,uint256)', [BOB, '7'])
    const item = (tokenId: string) => approval({ tokenAddress: ITEMS, tokenId })
    expect(differences({ to: ITEMS, data }, item('7'))).toEqual([])
    expect(differences({ to: ITEMS, data }, item('8'))).toEqual([`approval ${ITEMS} ${BOB} nothing NFT #8`])
    for (const number of [{ amount: '7' }, { tokenId: '7' }])
      expect(differences({ to: STRANGE, data }, approval({ tokenAddress: STRANGE, ...number }))).toEqual([])
    expect(differences({ to: STRANGE, data }, approval({ tokenAddress: STRANGE, tokenId: '8' }))).toEqual([
      `approval ${STRANGE} ${BOB} nothing NFT #8`,
    ])
  })

  test('behavior: an amount that remains after an operator was approved is a difference', () => {
    expect(
      differences({ to: ITEMS, data: operator }, approval({ tokenAddress: ITEMS, amount: '5' })),
    ).toEqual([`approval ${ITEMS} ${BOB} nothing 5`])
  })

  test('behavior: a transfer to the account is no approval for it, and one of several approvals is enough', () => {
    expect(differences({ data: transfer }, approval({ amount: '100' })).at(-1)).toBe(
      `approval ${COIN} ${BOB} nothing 100`,
    )
    const other = encodeCall('approve(address,uint256)', [STRANGE, '1'])
    const calls = [other, approve].map((data) => ({ to: COIN, value: 0n, data }) as const)
    expect(differences({ to: WALLET, data: encodeExecuteBatch(calls) }, approval({ amount: '100' }))).toEqual(
      [],
    )
  })

  test('behavior: an increased allowance may end at any amount', () => {
    const data = encodeCall('increaseAllowance(address,uint256)', [BOB, '1'])
    expect(differences({ data }, approval({ amount: '100' }))).toEqual([])
  })

  test('behavior: an approval with the wallet as its own spender is not a difference', () => {
    expect(differences({}, approval({ amount: '100', spender: WALLET }))).toEqual([])
  })
})
