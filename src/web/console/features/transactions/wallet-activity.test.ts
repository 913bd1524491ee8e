import { expect, test } from 'vitest'
import type { HistoryEntry } from '#protocol/holdings.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { mergeActivity } from './activity-card.tsx'

const COIN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OTHER_COIN = '0x52908400098527886E0F7030069857D2E4169EE7'
const at = (minute: number) => `2026-11-22T01:${String(minute).padStart(2, '0')}:00.000Z`

/** A call to the coin's contract. */
const sent = (minute: number, toAddress = COIN) =>
  exampleTransaction({ transactionUuid: `sent-${minute}`, toAddress, createdAtDatetime: at(minute) })
const moved = (minute: number, transactionUuid?: string): HistoryEntry => ({
  kind: 'in',
  tokenAddress: COIN,
  allowed: true,
  counterparty: OTHER_COIN,
  amount: '1',
  blockNumber: String(minute),
  logIndex: 0,
  itemIndex: 0,
  minedAtDatetime: at(minute),
  transactionHash: `0x${'ab'.repeat(32)}`,
  ...(transactionUuid !== undefined && { transactionUuid }),
})
const read = <Item>(items: Item[], isWhole = true) => ({ items, isWhole })
const merged = (...lists: Parameters<typeof mergeActivity>) =>
  mergeActivity(...lists).map(({ transaction, movement }) =>
    transaction === undefined ? `moved-${movement.blockNumber}` : transaction.transactionUuid,
  )

test('behavior: merges a wallet’s activity into one list, newest first, without duplicates', () => {
  const movements = [moved(9), moved(7, 'sent-6'), moved(2)]
  expect(merged(read([sent(8), sent(6)]), read(movements))).toEqual([
    'moved-9',
    'sent-8',
    'sent-6',
    'moved-2',
  ])
})

test('behavior: keeps movements caused by calls to other contracts or by other wallets’ transactions', () => {
  const movements = [moved(7, 'sent-6'), moved(5, 'of-another-wallet')]
  expect(merged(read([sent(6, OTHER_COIN)]), read(movements))).toEqual(['moved-7', 'sent-6', 'moved-5'])
})

test('behavior: omits entries older than the loaded part of the other list', () => {
  const movements = [moved(9), moved(3)]
  expect(merged(read([sent(8), sent(6)], false), read(movements))).toEqual(['moved-9', 'sent-8', 'sent-6'])
  expect(merged(read([sent(8), sent(2)]), read(movements, false))).toEqual(['moved-9', 'sent-8', 'moved-3'])
})
