import { expect, test } from 'vitest'
import { refusal } from '#widget/testing/envelope.ts'
import { createPerson } from '#widget/testing/scripted-screens.ts'
import { FEE } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test('behavior: shows the exact missing fee, polls it, and continues automatically', async () => {
  const world = widgetWorld.flows({ fee: FEE })
  const person = createPerson({
    showFunding: ({ address }) => {
      const balance = world.server.balances.get(address) ?? 0n
      world.server.balances.set(address, balance + 200_000n)
    },
  })
  await world.create(person)
  expect(person.views('showFunding').map(({ missing }) => missing)).toEqual([500_000n, 300_000n, 100_000n])
  expect(person.views('askRetry')).toEqual([])
})

test('behavior: a failed poll of the balance is repeated, and the screen says so', async () => {
  const world = widgetWorld.flows({ fee: FEE })
  world.failOnce('POST /wallets/predict', 'lost', 2)
  const person = createPerson({
    showFunding: ({ address, stalled }) => {
      if (stalled) world.server.balances.set(address, 500_000n)
    },
  })
  await world.create(person)
  expect(person.views('showFunding').map(({ stalled }) => stalled)).toEqual([false, true])
})

test('behavior: a rejection because of the fee returns to waiting for it', async () => {
  const world = widgetWorld.flows()
  world.failOnce('POST /wallets', refusal(400, 'INSUFFICIENT_FEE_BALANCE'))
  await world.create()
  expect(world.lines().filter((line) => line === 'POST /wallets/predict')).toHaveLength(2)
})
