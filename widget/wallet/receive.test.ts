import { expect, test } from 'vitest'
import { createWalletHarness } from './testing/wallet-harness.ts'

async function withWallet(changes = {}) {
  const harness = createWalletHarness(changes)
  const address = await harness.withWallet(5_000_000n)
  return { harness, address }
}

test('behavior: shows the address, the accepted tokens, and incoming tokens as they arrive', async () => {
  const { harness, address } = await withWallet()
  const { views, received } = await harness.receiveUntil((_view, times) => {
    if (times === 1) harness.world.balances.set(address, 12_500_000n)
    return times === 2
  })
  expect(views[0]).toMatchObject({
    wallet: { address },
    chainId: 84_001,
    coins: [{ symbol: 'DEMO', balance: 5_000_000n }],
    received: [],
    isBlind: false,
  })
  expect(views[1]?.received).toMatchObject([{ symbol: 'DEMO', units: 7_500_000n }])
  expect(views[1]?.coins).toMatchObject([{ balance: 12_500_000n }])
  expect(views).toHaveLength(2)
  expect(received.length).toBeLessThanOrEqual(1)
})

test('behavior: outgoing tokens are not reported, and nothing is rendered without incoming ones', async () => {
  const { harness, address } = await withWallet()
  let looks = 0
  const { views } = await harness.receiveUntil(
    () => false,
    async () => {
      looks += 1
      if (looks === 1) harness.world.balances.set(address, 1n)
      if (looks === 5) harness.leaving.controller.abort(new Error('left'))
    },
  )
  expect(views).toHaveLength(1)
  expect(looks).toBe(5)
})

test('behavior: does not poll balances while the page is hidden', async () => {
  const { harness } = await withWallet()
  const before = () => harness.lines().filter((line) => line.endsWith('/balances')).length
  let asked = 0
  await harness.receiveUntil(
    () => false,
    async () => {
      asked = before()
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    },
  )
  expect(before()).toBe(asked)
  expect(asked).toBe(1)
})

test('error: a failed poll is shown and repeated', async () => {
  const { harness, address } = await withWallet()
  harness.world.interrupt = (line, time) =>
    line === `GET /wallets/${address}/balances` && time === 2 ? 'lost' : undefined
  const { views } = await harness.receiveUntil((_view, times) => times === 3)
  expect(views.map(({ stalled }) => stalled)).toEqual([false, true, false])
})

test('error: if the server reports no balances, the screen says so', async () => {
  const { harness } = await withWallet({ extensions: false })
  const { views } = await harness.receiveUntil(() => true)
  expect(views[0]).toMatchObject({
    isBlind: true,
    coins: [{ symbol: 'DEMO', balance: null }, { symbol: 'ITEM' }],
  })
})
