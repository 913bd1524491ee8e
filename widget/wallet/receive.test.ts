import { expect, test } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'

async function withWallet(changes = {}) {
  const world = widgetWorld.accounts(changes)
  const address = await world.withWallet(5_000_000n)
  return { world, address }
}

test('behavior: shows the address, the accepted tokens, and incoming tokens as they arrive', async () => {
  const { world, address } = await withWallet()
  const { views, received } = await world.receiveUntil((_view, times) => {
    if (times === 1) world.server.balances.set(address, 12_500_000n)
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
  const { world, address } = await withWallet()
  let looks = 0
  const { views } = await world.receiveUntil(
    () => false,
    async () => {
      looks += 1
      if (looks === 1) world.server.balances.set(address, 1n)
      if (looks === 5) world.leaving.controller.abort(new Error('left'))
    },
  )
  expect(views).toHaveLength(1)
  expect(looks).toBe(5)
})

test('behavior: does not poll balances while the page is hidden', async () => {
  const { world } = await withWallet()
  const before = () => world.lines().filter((line) => line.endsWith('/balances')).length
  let asked = 0
  await world.receiveUntil(
    () => false,
    async () => {
      asked = before()
      world.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    },
  )
  expect(before()).toBe(asked)
  expect(asked).toBe(1)
})

test('error: a failed poll is shown and repeated', async () => {
  const { world, address } = await withWallet()
  world.server.interrupt = (line, time) =>
    line === `GET /wallets/${address}/balances` && time === 2 ? 'lost' : undefined
  const { views } = await world.receiveUntil((_view, times) => times === 3)
  expect(views.map(({ stalled }) => stalled)).toEqual([false, true, false])
})

test('error: if the server reports no balances, the screen says so', async () => {
  const { world } = await withWallet({ extensions: false })
  const { views } = await world.receiveUntil(() => true)
  expect(views[0]).toMatchObject({
    isBlind: true,
    coins: [{ symbol: 'DEMO', balance: null }, { symbol: 'ITEM' }],
  })
})
