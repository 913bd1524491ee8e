import fc from 'fast-check'
import { toFunctionSelector, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { encodeExecuteBatch, type BatchCall } from '#protocol/signing/wallet-batch.ts'
import { bytesBetween, flipped, randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import {
  BOB,
  codes,
  COIN,
  described,
  ITEMS,
  STRANGE,
  findValue,
  WALLET,
} from '#protocol/testing/described-calls.ts'
import { describeCallOrNull } from './describe-call.ts'

describe('describeCall: native coin', () => {
  test('behavior: the chain names the native coin in a transfer, and the list only if the chain is unknown', () => {
    const plain = described(BOB, '0x', { value: '1500000000000000000' })
    expect(plain).toMatchObject({ kind: 'native-transfer', severity: 'none', warnings: [] })
    expect(findValue(plain, 'amount')).toMatchObject({ text: '1.5', symbol: 'ETH' })
    const named = [{ address: ZERO_ADDRESS, symbol: 'POL', decimals: 18, name: 'Pol' }]
    const amountOn = (chainId: number, tokens = named) =>
      findValue(described(BOB, '0x', { chainId, value: 1n, tokens }), 'amount')
    expect(amountOn(1)).toMatchObject({ symbol: 'ETH' })
    expect(amountOn(999_999)).toMatchObject({ symbol: 'POL' })
    expect(amountOn(999_999, [])).toMatchObject({ symbol: 'native' })
  })

  test.each([
    [COIN, 'to-token-contract'],
    [ZERO_ADDRESS, 'to-zero-address'],
    [WALLET, 'self-transfer'],
  ])('behavior: to %s → a warning', (to, code) => {
    expect(codes(described(to, '0x', { value: 1n }))).toEqual([code])
  })
})

describe('describeCall: the wallet itself', () => {
  test('behavior: setting a backup is dangerous, because a backup can take over the wallet', () => {
    const set = described(WALLET, encodeCall('setBackup(address)', [BOB]))
    expect([set.kind, codes(set), set.severity]).toEqual(['wallet-set-backup', ['sets-backup'], 'danger'])
    const removed = described(WALLET, encodeCall('setBackup(address)', [ZERO_ADDRESS]))
    expect([codes(removed), removed.severity]).toEqual([['removes-backup'], 'caution'])
    expect(described(WALLET, encodeCall('cancelRecovery()', []))).toMatchObject({
      kind: 'wallet-cancel-recovery',
      severity: 'none',
    })
  })

  test('behavior: describes the cancellation of a signed call', () => {
    const digest = `0x${'ab'.repeat(32)}`
    const call = described(WALLET, encodeCall('cancelCall(bytes32,uint256)', [digest, '1800000000']))
    expect(call).toMatchObject({
      kind: 'wallet-cancel-call',
      effects: [{ does: 'cancel-call', digest }],
      severity: 'none',
    })
    expect(findValue(call, 'digest')).toMatchObject({ hex: digest })
  })

  test('behavior: an objection to another wallet → a caution, but unknown for a known token and with more bytes', () => {
    const data = encodeCall('objectToRemoval()', [])
    expect(described(BOB, data)).toMatchObject({
      kind: 'wallet-object-to-removal',
      effects: [{ does: 'object-to-removal', contract: BOB }],
      severity: 'caution',
    })
    for (const [to, bytes] of [
      [COIN, data],
      [WALLET, data],
      [BOB, `${data}00`],
    ] as const)
      expect(described(to, bytes)).toMatchObject({ kind: 'unknown', severity: 'danger' })
  })

  test('error: the same bytes to another address are unknown, and token calls to the wallet too', () => {
    expect(described(BOB, encodeCall('setBackup(address)', [BOB])).kind).toBe('unknown')
    expect(described(BOB, encodeCall('cancelRecovery()', [])).kind).toBe('unknown')
    expect(described(WALLET, encodeCall('transfer(address,uint256)', [BOB, '1'])).kind).toBe('unknown')
    expect(described(WALLET, `${encodeCall('cancelRecovery()', [])}00`).kind).toBe('unknown')
    expect(described(WALLET, '0x').kind).toBe('native-transfer')
  })

  test('behavior: a batch describes each call and has the highest severity', () => {
    const data = encodeExecuteBatch([
      { to: COIN, value: 0n, data: encodeCall('transfer(address,uint256)', [BOB, '1']) },
      { to: BOB, value: 5n, data: '0x' },
      { to: ITEMS, value: 0n, data: encodeCall('setApprovalForAll(address,bool)', [BOB, 'true']) },
    ])
    const batch = described(WALLET, data)
    expect(batch).toMatchObject({ kind: 'wallet-batch', warnings: [], severity: 'danger' })
    const value = findValue(batch, 'calls')
    const kinds = value?.kind === 'calls' ? value.calls.map(({ kind }) => kind) : []
    expect(kinds).toEqual(['erc20-transfer', 'native-transfer', 'set-approval-for-all'])
    expect(batch.effects.map(({ does }) => does)).toEqual(['move', 'move', 'grant'])
  })

  test('behavior: describes a batch within a batch, but a deeper one is unknown', () => {
    let data = encodeCall('cancelRecovery()', [])
    for (let depth = 0; depth < 2; depth += 1) data = wrapped({ to: WALLET, value: 0n, data })
    expect(described(WALLET, data).severity).toBe('none')
    expect(described(WALLET, wrapped({ to: WALLET, value: 0n, data })).severity).toBe('danger')
  })

  test('error: more than 50 calls in all batches together are unknown', () => {
    const payments = (count: number): BatchCall => ({
      to: WALLET,
      value: 0n,
      data: encodeExecuteBatch(
        Array.from({ length: count }, () => ({ to: BOB, value: 1n, data: '0x' as const })),
      ),
    })
    expect(described(WALLET, payments(50).data)).toMatchObject({ kind: 'wallet-batch', severity: 'none' })
    expect(described(WALLET, payments(51).data)).toMatchObject({ kind: 'unknown', severity: 'danger' })
    const inTwo = (first: number, second: number) =>
      described(WALLET, encodeExecuteBatch([payments(first), payments(second)])).severity
    expect([inTwo(24, 24), inTwo(24, 25)]).toEqual(['none', 'danger'])
  })
})

describe('describeCall: bytes nobody vouches for', () => {
  test('behavior: an unknown call keeps all its bytes', () => {
    const call = described(STRANGE, '0x12345678ab')
    expect(call).toMatchObject({ kind: 'unknown', severity: 'danger' })
    expect(findValue(call, 'selector')).toEqual({ kind: 'hex', hex: '0x12345678', bytes: 4 })
    expect(findValue(call, 'data')).toEqual({ kind: 'hex', hex: '0x12345678ab', bytes: 5 })
    expect(described(STRANGE, '0x12').kind).toBe('unknown')
    expect(codes(call)).toEqual(['unknown-call'])
  })

  test.each([
    ['a trailing byte', '00', 0],
    ['a cut byte', '', 2],
  ])('error: a transfer with %s is unknown', (_, more, cut) => {
    const data = encodeCall('transfer(address,uint256)', [BOB, '1'])
    expect(described(COIN, data.slice(0, data.length - cut) + more).kind).toBe('unknown')
  })

  test('error: an address with dirty padding is unknown', () => {
    const data = encodeCall('transfer(address,uint256)', [BOB, '1']).replace('0xa9059cbb00', '0xa9059cbb01')
    expect(described(COIN, data).kind).toBe('unknown')
  })

  test('behavior: a call with a flipped bit is unknown or displayed', () => {
    const call = encodeCall('transfer(address,uint256)', [BOB, '1500000'])
    const original = JSON.stringify(described(COIN, call))
    fc.assert(
      fc.property(flipped(bytesFromHex(call)), (bytes) => {
        expect(JSON.stringify(described(COIN, hexFromBytes(bytes)))).not.toBe(original)
      }),
      { numRuns: 1_000 },
    )
  })

  test('behavior: a displayed transfer matches the bytes exactly, for random ones', () => {
    fc.assert(
      fc.property(randomAddress, uint256, (to, units) => {
        const call = described(COIN, encodeCall('transfer(address,uint256)', [to, units.toString()]))
        expect(findValue(call, 'amount')).toMatchObject({ units: units.toString() })
        expect(findValue(call, 'to')).toMatchObject({ address: checksumAddress(to) })
      }),
      { numRuns: 500 },
    )
  })

  test('behavior: describes any bytes and never throws', () => {
    const starts = fc.constantFrom(
      '',
      'a9059cbb',
      '095ea7b3',
      '2eb2c2d6',
      '34fcd5be',
      'a22cb465',
      'f242432a',
      'b88d4fde',
    )
    fc.assert(
      fc.property(
        starts,
        bytesBetween(0, 300),
        fc.constantFrom(WALLET, COIN, STRANGE),
        (start, bytes, to) => {
          const data = `0x${start}${hexFromBytes(bytes).slice(2)}`
          expect(['none', 'caution', 'danger']).toContain(described(to, data).severity)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('error: data that is no hex, or an invalid address, throws the caller’s error', () => {
    expect(() => described(COIN, '0x0')).toThrow('must be 0x')
    expect(() => described('0x12', '0x')).toThrow('must be an address')
  })
})

test.each([
  ['executeBatch((address,uint256,bytes)[])', '0x34fcd5be'],
  ['cancelCall(bytes32,uint256)', '0x041a2bc2'],
])('param: the selector of %s is %s', (signature, selector) => {
  expect(toFunctionSelector(signature)).toBe(selector)
})

function wrapped(call: BatchCall): Hex {
  return encodeExecuteBatch([call])
}

test('error: unreadable input has no description', () => {
  const call = { chainId: 1, walletAddress: WALLET, toAddress: COIN, value: 0n, tokens: [] }
  expect(describeCallOrNull({ ...call, data: '0x1' })).toBeNull()
  expect(describeCallOrNull({ ...call, data: '0x12345678' })).toEqual(
    described(COIN, '0x12345678', { chainId: 1, tokens: [] }),
  )
})
