import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const KEY_MAX = 2
const ORGANIZATION_MAX = 3

const world = await forFile(
  serviceWorld.api({
    requestLimits: { keyRequestsAtOnce: KEY_MAX, organizationRequestsAtOnce: ORGANIZATION_MAX },
  }),
)
const second = await world.addKey(world.demo.id, ['org:manage'])
const other = await world.addOrganization('Other', 'other.example')

const config = (key: string) => world.call('GET', '/v1/baas/config', { key })
/**
 * A request that waits for an event until `endWaits`. Resolves once this many requests are in progress. A request
 * that begins later is admitted later.
 */
async function waitForEvent(key: string, inProgress: number) {
  const answer = world.call('GET', '/v1/org/events?afterSequence=0&waitSeconds=15', { key })
  const read = async () => (await world.ctx.metrics.httpInFlight.get()).values[0]?.value
  await expect.poll(read).toBe(inProgress)
  return { answer }
}

test('error: more requests at once than the limit of the key or the organization are 429', async () => {
  const first = [await waitForEvent(world.demo.key, 1), await waitForEvent(world.demo.key, 2)]
  const refused = await world.call('GET', '/v1/org/keys')
  expect(refused).toMatchObject({ status: 429, content: { code: 'RATE_LIMITED' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  const third = await waitForEvent(second, 3)
  expect((await world.call('GET', '/v1/org/keys', { key: second })).status).toBe(429)
  expect((await config(other.key)).status).toBe(200)
  world.ctx.liveEvents.endWaits()
  for (const { answer } of [...first, third]) expect((await answer).status).toBe(200)
  expect((await world.call('GET', '/v1/org/keys')).status).toBe(200)
  expect((await world.call('GET', '/v1/org/keys', { key: second })).status).toBe(200)
})

test('behavior: a refused request makes room again', async () => {
  for (let count = 0; count < 2 * ORGANIZATION_MAX; count += 1) {
    expect((await world.call('POST', '/v1/org/keys', { body: {} })).status).toBe(400)
    expect((await world.call('GET', '/v1/org/keys/unknown/usage')).status).toBeGreaterThanOrEqual(400)
  }
  expect((await world.call('GET', '/v1/org/keys')).status).toBe(200)
})
