import { afterEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())

describe('several workers', () => {
  test('behavior: four processes deliver 200 events once each', async () => {
    const { id } = await world.register('/hook')
    await Promise.all([world.deliver(), world.deliver(), world.deliver(), world.deliver()])
    await Promise.all(Array.from({ length: 200 }, () => world.emit()))
    await expect.poll(() => world.receiver.received.length, { timeout: 120_000 }).toBe(200)
    await world.settled(id)
    expect(new Set(world.receiver.received.map((one) => one.id)).size).toBe(200)
    expect(world.receiver.received).toHaveLength(200)
    const sequences = (await world.ctx.db.selectFrom('events').select('sequence').execute()).map((row) =>
      Number(row.sequence),
    )
    expect(new Set(sequences).size).toBe(200)
    expect(Math.max(...sequences) - Math.min(...sequences)).toBe(199)
  })

  test('behavior: a delivery that a process could not record is sent again with the same id only once its lease is over', async () => {
    const { id } = await world.register('/hook')
    const failing = await world.deliver({
      failpoint: () => {
        throw new Error('the database was away')
      },
    })
    await world.emit()
    await expect.poll(() => world.receiver.received.length).toBe(1)
    await failing.stop()
    await world.deliver()
    await world.advance(30_000)
    await world.advance(14_000)
    expect(world.receiver.received).toHaveLength(1)
    await world.advance(2_000)
    await world.settled(id)
    expect(world.receiver.received.map((one) => one.id)).toEqual(
      Array(2).fill(world.receiver.received[0]!.id),
    )
  })

  test('behavior: a graceful shutdown waits for running attempts and loses nothing', async () => {
    const { id } = await world.register('/hook')
    let release: () => void = () => undefined
    world.receiver.answer = (_webhook, response) => {
      release = () => void response.writeHead(200).end()
    }
    const worker = await world.deliver()
    await world.emit()
    await expect.poll(() => world.receiver.received.length).toBe(1)
    const stopped = worker.stop()
    release()
    await stopped
    expect((await world.deliveriesOf(id))[0]).toMatchObject({ status: 'delivered' })
  })
})

describe('fairness', () => {
  test('behavior: a thousand events for a dead receiver do not delay another organization', async () => {
    const slow = await world.addOrganization('Slow', 'slow.example')
    await Promise.all(Array.from({ length: 20 }, (_, index) => world.register(`/slow/${index}`, {}, slow)))
    const ours = await world.register('/ours')
    world.receiver.answer = ({ path }, response) => {
      if (!path.startsWith('/slow')) response.writeHead(204).end()
    }
    for (let round = 0; round < 50; round += 1) await world.emit('wallet.created', slow)
    // The dead receiver keeps each attempt open until the test has ended.
    await world.deliver({ timeoutMs: 600_000 })
    await expect.poll(() => world.receiver.received.length).toBeGreaterThanOrEqual(32)
    for (let round = 0; round < 10; round += 1) await world.emit()
    await expect.poll(() => world.receiver.received.filter(({ path }) => path === '/ours').length).toBe(10)
    await world.settled(ours.id)
    const slowAtOnce = [...world.receiver.mostAtOnce].filter(([path]) => path.startsWith('/slow'))
    for (const [, most] of slowAtOnce) expect(most).toBeLessThanOrEqual(16)
    expect(slowAtOnce.reduce((sum, [, most]) => sum + most, 0)).toBeLessThanOrEqual(32)
  })
})
