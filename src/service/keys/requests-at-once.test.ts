import { afterEach, describe, expect, test, vi } from 'vitest'
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
const list = (key: string) => world.call('GET', '/v1/org/keys', { key })
afterEach(() => void vi.restoreAllMocks())
/** Requests that stay in progress until `end`: checks of domains whose name servers do not respond. */
function holdRequests() {
  const held: (() => void)[] = []
  vi.spyOn(world.ctx.proofReader, 'readTxt').mockImplementation(
    () => new Promise((resolve) => void held.push(() => resolve({ values: [] }))),
  )
  const begin = async (key: string) => {
    const count = held.length
    const domain = `d${count}.example`
    const { content } = await world.call('POST', '/v1/org/domains', { key, body: { domain } })
    const answer = world.call('POST', `/v1/org/domains/${content.id}/verify`, { key })
    await expect.poll(() => held.length).toBe(count + 1)
    return { answer }
  }
  return { begin, end: () => held.forEach((end) => end()) }
}

test('error: more requests at once than the limit of the key or the organization are 429', async () => {
  const requests = holdRequests()
  const first = [await requests.begin(world.demo.key), await requests.begin(world.demo.key)]
  const refused = await list(world.demo.key)
  expect(refused).toMatchObject({ status: 429, content: { code: 'RATE_LIMITED' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  const third = await requests.begin(second)
  expect((await list(second)).status).toBe(429)
  expect((await config(other.key)).status).toBe(200)
  requests.end()
  for (const { answer } of [...first, third]) expect((await answer).status).toBe(200)
  for (const key of [world.demo.key, second]) expect((await list(key)).status).toBe(200)
})

test('behavior: a refused request makes room again', async () => {
  for (let count = 0; count < 2 * ORGANIZATION_MAX; count += 1) {
    expect((await world.call('POST', '/v1/org/keys', { body: {} })).status).toBe(400)
    expect((await world.call('GET', '/v1/org/keys/unknown/usage')).status).toBeGreaterThanOrEqual(400)
  }
  expect((await list(world.demo.key)).status).toBe(200)
})

describe('requests that wait for an event', () => {
  const waitForEvent = (key: string) =>
    world.call('GET', '/v1/org/events?afterSequence=0&waitSeconds=15', { key })

  test('behavior: use up no requests at once, have the same limits of their own, and are not slow', async () => {
    const waits = vi.spyOn(world.ctx.liveEvents, 'next')
    const seconds = vi.spyOn(world.ctx.metrics, 'countAnswer')
    const waiting: ReturnType<typeof waitForEvent>[] = []
    for (const key of [world.demo.key, world.demo.key, second]) {
      waiting.push(waitForEvent(key))
      await expect.poll(() => waits.mock.calls.length).toBe(waiting.length)
    }
    for (const key of [world.demo.key, second]) {
      expect((await waitForEvent(key)).status).toBe(429)
      expect((await list(key)).status).toBe(200)
    }
    const startedMs = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(startedMs + 14_000)
    world.ctx.liveEvents.endWaits()
    for (const answer of waiting) expect((await answer).status).toBe(200)
    for (const [answered] of seconds.mock.calls) expect(answered.seconds).toBeLessThan(14)
    expect((await list(world.demo.key)).status).toBe(200)
  })
})
