import { describe, expect, test } from 'vitest'
import { createMemory } from '#widget/memory.ts'
import { memoryStore } from '#widget/testing/create-harness.ts'
import { createClock } from '#widget/testing/scripted-screens.ts'
import { cancelRemoval, keepCoSigner, noteRemoval, noticeCoSigner } from './known-co-signer.ts'

const WALLET = { chainId: 84_001, address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }
const CO_SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const DAY_MS = 86_400_000

/** This browser, and what it makes of a co-signer that a server names. */
function browser() {
  const clock = createClock()
  const memory = createMemory(memoryStore().store)
  const isOther = (named: string | undefined, wallet = WALLET) =>
    noticeCoSigner({ memory, clock }, wallet, named)
  return { clock, memory, isOther }
}

test('behavior: the first co-signer that is seen is remembered, and another one or none is then noticed', () => {
  const { isOther } = browser()
  expect([undefined, CO_SIGNER, CO_SIGNER.toLowerCase()].map((named) => isOther(named))).toEqual([
    false,
    false,
    false,
  ])
  expect([OTHER, undefined].map((named) => isOther(named))).toEqual([true, true])
  expect(isOther(CO_SIGNER)).toBe(false)
})

test('behavior: the same wallet on another chain has a co-signer of its own', () => {
  const { isOther } = browser()
  expect(isOther(CO_SIGNER)).toBe(false)
  expect(isOther(OTHER, { ...WALLET, chainId: 1 })).toBe(false)
  expect(isOther(CO_SIGNER)).toBe(false)
})

describe('after a removal was started here', () => {
  function removing() {
    const made = browser()
    keepCoSigner(made.memory, WALLET, CO_SIGNER)
    noteRemoval(made.memory, WALLET, made.clock.now())
    return made
  }

  test('error: a server that calls it removed before three days have passed is not believed', () => {
    const { clock, isOther } = removing()
    clock.advance(3 * DAY_MS - 1)
    expect([isOther(undefined), isOther(CO_SIGNER), isOther(OTHER)]).toEqual([true, false, true])
  })

  test('behavior: from its end on there is none, and a later one is remembered anew', () => {
    const { clock, isOther } = removing()
    clock.advance(3 * DAY_MS)
    expect(isOther(undefined)).toBe(false)
    expect([isOther(OTHER), isOther(CO_SIGNER)]).toEqual([false, true])
  })

  test('error: a removal that was stopped ends nothing', () => {
    const { clock, memory, isOther } = removing()
    cancelRemoval(memory, WALLET)
    clock.advance(30 * DAY_MS)
    expect([isOther(CO_SIGNER), isOther(undefined)]).toEqual([false, true])
  })
})
