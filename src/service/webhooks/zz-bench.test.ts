import { test, expect } from 'vitest'
import { startWebhookHarness } from '#service/testing/webhook-harness.ts'
test('x', async () => {
  const h = await startWebhookHarness()
  for (const n of [1, 10]) {
    for (let i = 0; i < n; i++) await h.register('/b' + i)
    await h.ctx.db.transaction().execute(async () => undefined)
    for (let i = 0; i < 1000 / n; i++) await h.emit()
    const t = performance.now(); const c = process.cpuUsage()
    await h.deliver()
    await expect.poll(() => h.receiver.received.length, { timeout: 120_000 }).toBe(1000)
    console.log(n, 'cpu ms each', (process.cpuUsage(c).user + process.cpuUsage(c).system)/1e6, 'endpoints', 1000 / ((performance.now() - t) / 1000), '/s')
    await h.endTest()
  }
  await h.stop()
}, 300_000)
