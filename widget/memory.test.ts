import { expect, test } from 'vitest'
import { createMemory } from './memory.ts'
import { memoryStore } from './testing/test-flows.ts'

const PASSKEY = {
  credentialId: 'abc',
  qx: '1'.repeat(64),
  qy: '2'.repeat(64),
  rpId: 'shop.example',
  userHandle: 'AQ',
}

function memory() {
  const { stored, store } = memoryStore()
  return { stored, memory: createMemory(store) }
}

test('behavior: a pending passkey becomes a wallet’s passkey and is no longer pending', () => {
  const { memory: kept } = memory()
  kept.keepPending('me', PASSKEY)
  expect(kept.pending('me')).toEqual(PASSKEY)
  expect(kept.pending('you')).toBeUndefined()
  kept.keepWallet('me', '0xAB', PASSKEY)
  expect(kept.pending('me')).toBeUndefined()
  expect(kept.ofWallet('0xab')).toEqual(PASSKEY)
})

test.each([['not json'], ['{}'], ['null'], [JSON.stringify({ ...PASSKEY, qx: 'zz' })]])(
  'error: a damaged entry %j counts as missing',
  (entry) => {
    const { memory: kept, stored } = memory()
    kept.keepPending('me', PASSKEY)
    for (const key of stored.keys()) stored.set(key, entry)
    expect(kept.pending('me')).toBeUndefined()
  },
)

test('behavior: a submitted call is remembered for its wallet until its own final state was seen', () => {
  const { memory: kept, stored } = memory()
  const [one, other] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`]
  expect(kept.sent('0xAB')).toEqual([])
  kept.keepSent('0xAB', { digest: one, request: '{}' })
  const transactionUuid = '0b5b3c0e-7a55-4a3e-9c52-0d5b4b0a9a11'
  kept.keepSent('0xAB', { digest: one, transactionUuid })
  expect(kept.sent('0xab')).toEqual([{ digest: one, request: '{}', transactionUuid }])
  expect(kept.sent('0xcd')).toEqual([])
  kept.keepSent('0xAB', { digest: other })
  expect(kept.sent('0xAB').map(({ digest }) => digest)).toEqual([one, other])
  kept.forgetSent('0xab', one)
  expect(kept.sent('0xAB')).toEqual([{ digest: other }])
  for (const key of stored.keys()) stored.set(key, JSON.stringify([{ digest: 'javascript:' }]))
  expect(kept.sent('0xAB')).toEqual([])
  kept.keepSent('0xAB', { digest: other })
  kept.forgetSent('0xAB', other)
  expect([...stored.values()]).toEqual(['[]'])
})

const secondsFrom = (first: number) => Array.from({ length: 30 }, (_, second) => first + second)

test('behavior: an expiration is never reserved twice for one wallet, even if the clock changes', () => {
  const { memory: kept } = memory()
  const clock = [1000, 1000, 1000, 999, 1500, 1400, 1500]
  const given = clock.map((now) => kept.reserveExpiration('0xA', now, secondsFrom(now), () => 3))
  expect(new Set(given).size).toBe(clock.length)
  expect(given.slice(0, 3)).toEqual([1000, 1001, 1002])
})

test('behavior: wallets do not share expirations, and a damaged entry does not push one far ahead', () => {
  const { memory: kept, stored } = memory()
  const reserve = (wallet: string) => kept.reserveExpiration(wallet, 900, secondsFrom(1000), () => 0)
  reserve('0xA')
  expect(reserve('0xB')).toBe(1000)
  for (const damaged of ['99999999999', '[99999999999]', '["x"]', '{}']) {
    for (const key of stored.keys()) stored.set(key, damaged)
    expect(reserve('0xA')).toBe(1000)
  }
})

test('behavior: reserves an expiration in a slot that earlier calls used and that is free again', () => {
  const { memory: kept } = memory()
  const reserve = (now: number) =>
    kept.reserveExpiration('0xA', now, secondsFrom(now + 20), (expiration) => expiration % 8)
  // The first call has no slots to prefer. The second finds that slot taken and uses a new one.
  expect(reserve(800)).toBe(820)
  expect(reserve(800)).toBe(821)
  expect(reserve(820)).toBe(844)
  expect(reserve(821)).toBe(845)
  // All used slots are taken, so each call uses a new one until all eight are taken.
  const rest = Array.from({ length: 6 }, () => reserve(822))
  expect(new Set([844, 845, ...rest].map((expiration) => expiration % 8)).size).toBe(8)
  expect(reserve(822)).toBe(850)
})
