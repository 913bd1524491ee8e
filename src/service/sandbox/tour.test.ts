import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.sandbox())
const tour = (method: 'POST' | 'DELETE') => world.call(method, '/sandbox/tour', undefined, true)

async function statuses(wallet: string): Promise<string[]> {
  const { body } = await world.call('GET', `/v1/baas/transactions?wallet=${wallet}`)
  return body.content.map(({ status }: { status: string }) => status).toSorted()
}

test('error: the tour requires a key', async () => {
  expect((await world.call('POST', '/sandbox/tour')).status).toBe(401)
  expect((await world.call('DELETE', '/sandbox/tour')).status).toBe(401)
})

test('behavior: a tour creates one of each situation, regardless of the script, and cleans up after itself', async () => {
  const script = { behaviour: 'decline', delaySeconds: 600, receiverDown: false }
  await world.call('PUT', '/sandbox/script', script, true)
  const begun = await tour('POST')
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  const { walletAddress } = begun.body.content
  await expect
    .poll(() => statuses(walletAddress), { timeout: 120_000 })
    .toEqual(['CONFIRMED', 'CONFIRMED', 'FAILED', 'PENDING_USER_APPROVAL', 'REJECTED'])
  const holdings = async () =>
    (await world.call('GET', `/v1/baas/wallets/${walletAddress}/balances`)).body.content
  await expect.poll(async () => (await holdings()).allowances).toMatchObject([{}])
  expect(await holdings()).toMatchObject({ collectibles: [{}], multiTokens: [{}] })

  const ended = await tour('DELETE')
  expect(ended.body.content, JSON.stringify(ended.body)).toEqual({ ended: 1 })
  expect(await statuses(walletAddress)).toEqual([
    'CANCELLED',
    'CONFIRMED',
    'CONFIRMED',
    'CONFIRMED',
    'FAILED',
    'REJECTED',
  ])
  await expect.poll(async () => (await holdings()).allowances).toEqual([])
  const state = await world.call('GET', '/sandbox/state', undefined, true)
  expect(state.body.content.customers).toEqual([])
  expect((await tour('DELETE')).body.content).toEqual({ ended: 0 })
})
