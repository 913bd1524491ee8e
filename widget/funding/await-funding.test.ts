import { expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { refusal } from '#widget/testing/envelope.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { FEE } from '#widget/testing/world.ts'

test('behavior: shows the exact missing fee, polls it, and continues automatically', async () => {
  const harness = createHarness({ fee: FEE })
  const person = createPerson({
    showFunding: ({ address }) => {
      const balance = harness.world.balances.get(address) ?? 0n
      harness.world.balances.set(address, balance + 200_000n)
    },
  })
  await harness.create(person)
  expect(person.views('showFunding').map(({ missing }) => missing)).toEqual([500_000n, 300_000n, 100_000n])
  expect(person.views('askRetry')).toEqual([])
})

test('behavior: a failed poll of the balance is repeated, and the screen says so', async () => {
  const harness = createHarness({ fee: FEE })
  harness.failOnce('POST /wallets/predict', 'lost', 2)
  const person = createPerson({
    showFunding: ({ address, stalled }) => {
      if (stalled) harness.world.balances.set(address, 500_000n)
    },
  })
  await harness.create(person)
  expect(person.views('showFunding').map(({ stalled }) => stalled)).toEqual([false, true])
})

test('behavior: a rejection because of the fee returns to waiting for it', async () => {
  const harness = createHarness()
  harness.failOnce('POST /wallets', refusal(400, 'INSUFFICIENT_FEE_BALANCE'))
  await harness.create()
  expect(harness.lines().filter((line) => line === 'POST /wallets/predict')).toHaveLength(2)
})
