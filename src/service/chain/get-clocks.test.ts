import { expect, test } from 'vitest'
import { clocksSchema } from '#protocol/organization.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { startApproverHarness } from '#service/testing/approver-harness.ts'

const harness = await forFile(startApproverHarness())

test('behavior: returns the service’s time, and the time that the chain’s next block would have', async () => {
  const { status, content, text } = await harness.call('GET', '/v1/org/clocks')
  expect(status, text).toBe(200)
  const { serverDatetime, chainDatetime } = clocksSchema.parse(content)
  expect(Math.abs(Date.parse(serverDatetime) - harness.ctx.clock.now().getTime())).toBeLessThan(60_000)
  expect(Math.abs(Date.parse(chainDatetime ?? '') - Date.parse(serverDatetime))).toBeLessThan(600_000)
})

test('behavior: an unreachable node only omits the chain’s time', async () => {
  const { request } = harness.ctx.chain.rpc
  harness.ctx.chain.rpc.request = () => Promise.reject(new Error('away'))
  try {
    expect((await harness.call('GET', '/v1/org/clocks')).content).toMatchObject({ chainDatetime: null })
  } finally {
    harness.ctx.chain.rpc.request = request
  }
})
