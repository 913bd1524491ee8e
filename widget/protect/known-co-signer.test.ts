import { describe, expect, test } from 'vitest'
import { createMemory } from '#widget/memory.ts'
import { createClock } from '#widget/testing/scripted-screens.ts'
import { memoryStore } from '#widget/testing/test-flows.ts'
import { cancelRemoval, keepCoSigner, noteRemoval, noticeCoSigner } from './known-co-signer.ts'

const WALLET = { chainId: 84_001, address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }
const CO_SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const DAY_MS = 86_400_000

/** `until` is the end of the co-signer's removal, as the server reports it. Null if the server reports no end. */
type Named = { wallet?: typeof WALLET; until?: string | null }

/** This browser, and its verdict on a co-signer that a server reports. */
function browser() {
  const clock = createClock()
  const memory = createMemory(memoryStore().store)
  const notice = (coSigner: string | undefined, { wallet = WALLET, until }: Named = {}) =>
    noticeCoSigner({ memory, clock }, wallet, { coSigner, coSignerUntil: until })
  return { clock, memory, notice }
}

test('behavior: remembers the first co-signer, and notices another one or a missing one', () => {
  const { notice } = browser()
  expect([undefined, CO_SIGNER, CO_SIGNER.toLowerCase()].map((named) => notice(named))).toEqual([
    'expected',
    'expected',
    'expected',
  ])
  expect([OTHER, undefined].map((named) => notice(named))).toEqual(['changed', 'changed'])
  expect(notice(CO_SIGNER)).toBe('expected')
})

test('behavior: the same wallet on another chain has its own co-signer', () => {
  const { notice } = browser()
  expect(notice(CO_SIGNER)).toBe('expected')
  expect(notice(OTHER, { wallet: { ...WALLET, chainId: 1 } })).toBe('expected')
  expect(notice(CO_SIGNER)).toBe('expected')
})

test('behavior: a wallet with a new co-signer gets no call that expires too soon for an approval', () => {
  const { memory } = browser()
  memory.executedAt.set(WALLET.address, 1)
  keepCoSigner(memory, WALLET, CO_SIGNER)
  expect(memory.executedAt.has(WALLET.address)).toBe(false)
})

describe('after a removal was started here', () => {
  function removing() {
    const made = browser()
    keepCoSigner(made.memory, WALLET, CO_SIGNER)
    noteRemoval(made.memory, WALLET, made.clock.now())
    return made
  }

  test('error: a server that reports the co-signer as removed before three days have passed is not believed', () => {
    const { clock, notice } = removing()
    clock.advance(3 * DAY_MS - 1)
    expect([notice(undefined), notice(CO_SIGNER), notice(OTHER)]).toEqual(['changed', 'expected', 'changed'])
  })

  test('error: after three days a missing co-signer is still a warning, because it may have objected', () => {
    const { clock, notice } = removing()
    clock.advance(3 * DAY_MS)
    expect([notice(undefined), notice(undefined), notice(OTHER)]).toEqual([
      'perhaps-removed',
      'perhaps-removed',
      'changed',
    ])
    clock.advance(27 * DAY_MS - 1)
    expect([notice(CO_SIGNER), notice(undefined)]).toEqual(['expected', 'perhaps-removed'])
  })

  test('behavior: after thirty days the co-signer is forgotten, and a later one is remembered', () => {
    const { clock, notice } = removing()
    clock.advance(30 * DAY_MS)
    expect(notice(undefined)).toBe('expected')
    expect([notice(OTHER), notice(CO_SIGNER)]).toEqual(['expected', 'changed'])
  })

  test('error: a removal that was stopped does not end the co-signer', () => {
    const { clock, memory, notice } = removing()
    cancelRemoval(memory, WALLET)
    clock.advance(30 * DAY_MS)
    expect([notice(CO_SIGNER), notice(undefined)]).toEqual(['expected', 'changed'])
  })

  test('error: a removal that was stopped elsewhere counts as stopped once the server has reported it', () => {
    const { clock, notice } = removing()
    clock.advance(2 * DAY_MS)
    expect(notice(CO_SIGNER, { until: null })).toBe('expected')
    clock.advance(30 * DAY_MS)
    expect(notice(undefined)).toBe('changed')
  })

  test('behavior: a server that has not read the start of the removal does not stop it', () => {
    const { clock, notice } = removing()
    expect(notice(CO_SIGNER, { until: null })).toBe('expected')
    clock.advance(30 * DAY_MS)
    expect(notice(undefined)).toBe('expected')
  })
})
