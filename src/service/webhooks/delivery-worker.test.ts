import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { startWebhookHarness } from '#service/testing/webhook-harness.ts'

const harness = await forFile(startWebhookHarness())
afterEach(() => harness.endTest())

describe('several workers', () => {
  test('behavior: four processes deliver 200 events once each', async () => {
    const { id } = await harness.register('/hook')
    await Promise.all([harness.deliver(), harness.deliver(), harness.deliver(), harness.deliver()])
    await Promise.all(Array.from({ length: 200 }, () => harness.emit()))
    await expect.poll(() => harness.receiver.received.length, { timeout: 120_000 }).toBe(200)
    await harness.settled(id)
    expect(new Set(harness.receiver.received.map((one) => one.id)).size).toBe(200)
    expect(harness.receiver.received).toHaveLength(200)
    const sequences = (await harness.ctx.db.selectFrom('events').select('sequence').execute()).map((row) =>
      Number(row.sequence),
    )
    expect(new Set(sequences).size).toBe(200)
    expect(Math.max(...sequences) - Math.min(...sequences)).toBe(199)
  })

  test('behavior: a delivery that a process could not record is sent again with the same id only once its lease is over', async () => {
    const { id } = await harness.register('/hook')
    const failing = await harness.deliver({
      failpoint: () => {
        throw new Error('the database was away')
      },
    })
    await harness.emit()
    await expect.poll(() => harness.receiver.received.length).toBe(1)
    await failing.stop()
    await harness.deliver()
    await harness.advance(30_000)
    await harness.advance(14_000)
    expect(harness.receiver.received).toHaveLength(1)
    await harness.advance(2_000)
    await harness.settled(id)
    expect(harness.receiver.received.map((one) => one.id)).toEqual(
      Array(2).fill(harness.receiver.received[0]!.id),
    )
  })

  test('behavior: a graceful shutdown waits for running attempts and loses nothing', async () => {
    const { id } = await harness.register('/hook')
    let release: () => void = () => undefined
    harness.receiver.answer = (_webhook, response) => {
      release = () => void response.writeHead(200).end()
    }
    const worker = await harness.deliver()
    await harness.emit()
    await expect.poll(() => harness.receiver.received.length).toBe(1)
    const stopped = worker.stop()
    release()
    await stopped
    expect((await harness.deliveriesOf(id))[0]).toMatchObject({ status: 'delivered' })
  })
})

describe('fairness', () => {
  test('behavior: a thousand events for a dead receiver do not delay another organization', async () => {
    const slow = await harness.addOrganization('Slow', 'slow.example')
    await Promise.all(Array.from({ length: 20 }, (_, index) => harness.register(`/slow/${index}`, {}, slow)))
    const ours = await harness.register('/ours')
    harness.receiver.answer = ({ path }, response) => {
      if (!path.startsWith('/slow')) response.writeHead(204).end()
    }
    for (let round = 0; round < 50; round += 1) await harness.emit('wallet.created', slow)
    // The dead receiver keeps each attempt open until the test has ended.
    await harness.deliver({ timeoutMs: 600_000 })
    await expect.poll(() => harness.receiver.received.length).toBeGreaterThanOrEqual(32)
    for (let round = 0; round < 10; round += 1) await harness.emit()
    await expect.poll(() => harness.receiver.received.filter(({ path }) => path === '/ours').length).toBe(10)
    await harness.settled(ours.id)
    const slowAtOnce = [...harness.receiver.mostAtOnce].filter(([path]) => path.startsWith('/slow'))
    for (const [, most] of slowAtOnce) expect(most).toBeLessThanOrEqual(16)
    expect(slowAtOnce.reduce((sum, [, most]) => sum + most, 0)).toBeLessThanOrEqual(32)
  })
})
