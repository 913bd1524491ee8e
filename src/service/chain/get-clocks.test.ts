import { expect, test } from 'vitest'
import { clocksSchema } from '#protocol/organization.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.approvals())

test('behavior: returns the service’s time, and the time that the chain’s next block would have', async () => {
  const { status, content, text } = await world.call('GET', '/v1/org/clocks')
  expect(status, text).toBe(200)
  const { serverDatetime, chainDatetime } = clocksSchema.parse(content)
  expect(Math.abs(Date.parse(serverDatetime) - world.ctx.clock.now().getTime())).toBeLessThan(60_000)
  expect(Math.abs(Date.parse(chainDatetime ?? '') - Date.parse(serverDatetime))).toBeLessThan(600_000)
})

test('behavior: an unreachable node only omits the chain’s time', async () => {
  const { request } = world.ctx.chain.rpc
  world.ctx.chain.rpc.request = () => Promise.reject(new Error('away'))
  try {
    expect((await world.call('GET', '/v1/org/clocks')).content).toMatchObject({ chainDatetime: null })
  } finally {
    world.ctx.chain.rpc.request = request
  }
})
