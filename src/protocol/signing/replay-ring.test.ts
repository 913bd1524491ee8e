import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPLAY_SLOTS, replaySlot } from './replay-ring.ts'

const CONTRACT = readFileSync('src/contracts/src/ReplayRing.sol', 'utf8')

test('behavior: the contract has as many slots as the widget assumes', () => {
  const slots = /uint256 private constant SLOTS = (\d+);/.exec(CONTRACT)?.[1]
  const words = /uint256\[(\d+)\] slots;/.exec(CONTRACT)?.[1]
  expect([slots, words]).toEqual([String(REPLAY_SLOTS), String(REPLAY_SLOTS)])
})

test('behavior: a digest → its slot in the contract', () => {
  for (const digits of ['00', '07', '08', '0f', '10', 'ff', '9c']) {
    const digest = `0x${'ab'.repeat(31)}${digits}` as const
    expect(replaySlot(digest)).toBe(Number(BigInt(digest) % BigInt(REPLAY_SLOTS)))
  }
})
