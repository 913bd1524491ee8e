import { describe, expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { BOB, COIN, described, ITEMS, STRANGE, WALLET } from '#protocol/testing/described-calls.ts'
import { sharesRecipient } from './shares-recipient.ts'

const to = (address: string, units = '1') =>
  described(COIN, encodeCall('transfer(address,uint256)', [address, units]))
const approve = (address: string, units = '1') =>
  described(COIN, encodeCall('approve(address,uint256)', [address, units]))
const unread = (contract: string) => described(contract, '0x12345678')

describe('sharesRecipient', () => {
  test('behavior: two transfers to one account share it, in any case of letters; to different accounts they do not', () => {
    expect(sharesRecipient(to(BOB), to(BOB, '2'))).toBe(true)
    expect(sharesRecipient(described(BOB, '0x', { value: 1n }), to(BOB))).toBe(true)
    expect(sharesRecipient(described(BOB.toLowerCase(), '0x', { value: 1n }), described(BOB, '0x'))).toBe(
      true,
    )
    expect(sharesRecipient(to(BOB), to(STRANGE))).toBe(false)
  })

  test('behavior: a spender counts as a recipient, unless the permission is revoked', () => {
    expect(sharesRecipient(approve(BOB), to(BOB))).toBe(true)
    expect(sharesRecipient(to(BOB), approve(BOB))).toBe(true)
    expect(sharesRecipient(approve(BOB, '0'), to(BOB))).toBe(false)
    const revoke = described(ITEMS, encodeCall('setApprovalForAll(address,bool)', [BOB, 'false']))
    expect(sharesRecipient(revoke, revoke)).toBe(false)
  })

  test('behavior: one shared recipient of several is enough', () => {
    const data = encodeCall('transfer(address,uint256)', [BOB, '1'])
    const call = { to: COIN, value: 0n, data } as const
    const other = { ...call, data: encodeCall('transfer(address,uint256)', [STRANGE, '1']) }
    const both = described(WALLET, encodeExecuteBatch([other, call]))
    expect(sharesRecipient(both, to(BOB))).toBe(true)
    expect(sharesRecipient(to(BOB), both)).toBe(true)
  })

  test('behavior: unread calls share a recipient if they call the same contract', () => {
    expect(sharesRecipient(unread(BOB), unread(BOB.toLowerCase()))).toBe(true)
    expect(sharesRecipient(unread(BOB), unread(STRANGE))).toBe(false)
    expect(sharesRecipient(unread(BOB), to(BOB))).toBe(true)
  })

  test('behavior: changes of the wallet itself and input without a description share nothing', () => {
    const word = '0'.repeat(62)
    for (const data of [`0xb7dacbf1${word}01`, '0x0ba234d6', `0x041a2bc2${word}01${word}02`] as const) {
      const own = described(WALLET, data)
      expect(own.kind).not.toBe('unknown')
      expect(sharesRecipient(own, own)).toBe(false)
    }
    expect(sharesRecipient(null, to(BOB))).toBe(false)
    expect(sharesRecipient(to(BOB), null)).toBe(false)
    expect(sharesRecipient(null, null)).toBe(false)
  })
})
