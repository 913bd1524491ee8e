import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRefresher, listQueries } from './live-queries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('queries that an event changes', () => {
  test.each([
    ['transaction.held', ['transactions', 'webhooks']],
    ['transaction.confirmed', ['transactions', 'balances', 'protection', 'wallet-summaries', 'webhooks']],
    ['wallet.created', ['wallets', 'protection', 'wallet-summaries', 'address-book', 'webhooks']],
    ['approver.enrolled', ['wallets', 'protection', 'wallet-summaries', 'webhooks']],
    ['webhook.test', ['webhooks']],
    ['apikey.exposed', ['api-keys', 'webhooks']],
  ] as const)('param: %s', (type, queries) => {
    expect(listQueries(type)).toEqual([...queries, 'overview'])
  })
})

describe('refetching', () => {
  function start() {
    const read: string[] = []
    const refresher = createRefresher((query) => void read.push(query))
    return { ...refresher, read, transactions: () => read.filter((query) => query === 'transactions').length }
  }

  test('behavior: the first event refetches immediately', () => {
    const { onEvent, transactions } = start()
    onEvent('transaction.held')
    expect(transactions()).toBe(1)
  })

  test('behavior: a flood of events refetches at most twice per second, and once after its last event', () => {
    const { onEvent, transactions } = start()
    for (let ms = 0; ms < 1_950; ms += 10) {
      onEvent('transaction.submitted')
      vi.advanceTimersByTime(10)
    }
    expect(transactions()).toBeLessThanOrEqual(5)
    const before = transactions()
    vi.advanceTimersByTime(500)
    expect(transactions()).toBe(before + 1)
  })

  test('behavior: refetches again three seconds later for consequences that have no event', () => {
    const { onEvent, transactions } = start()
    onEvent('transaction.held')
    vi.advanceTimersByTime(2_999)
    expect(transactions()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(transactions()).toBe(2)
    vi.advanceTimersByTime(60_000)
    expect(transactions()).toBe(2)
  })

  test('behavior: a reset refetches everything, and nothing is refetched after stop', () => {
    const { refreshAll, onEvent, stop, read } = start()
    refreshAll()
    expect(read).toEqual(['*'])
    onEvent('transaction.held')
    stop()
    vi.advanceTimersByTime(60_000)
    expect(read).toEqual(['*'])
  })
})
