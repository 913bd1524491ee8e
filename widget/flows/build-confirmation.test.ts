import { expect, test } from 'vitest'
import { sendPerson } from '#widget/testing/scripted-screens.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

type Flows = ReturnType<typeof widgetWorld.flows>

/** Sends a transfer. Returns the seconds until each displayed confirmation expires. */
async function send(world: Flows, person = sendPerson()): Promise<(number | undefined)[]> {
  await world.send(person)
  return person.views('askConfirm').map(({ confirmation }) => confirmation.expiresInSeconds)
}

/** Seconds left of the call that the service executed or holds. */
const secondsLeft = ({ server }: Flows) =>
  Number(server.executed.at(-1)?.request.expiration) - Math.floor(server.nowMs() / 1000)

test('behavior: a call is valid for seven minutes, or for less than one right after an executed call', async () => {
  const world = await widgetWorld.wallet()
  const [first = 0] = await send(world)
  expect(first).toBeGreaterThanOrEqual(420)
  expect(first).toBeLessThan(450)
  const [second = 0] = await send(world)
  expect(second).toBeGreaterThanOrEqual(46)
  expect(second).toBeLessThanOrEqual(60)
  await world.clock.wait(31_000, new AbortController().signal)
  expect((await send(world))[0]).toBeGreaterThanOrEqual(420)
})

test('behavior: if the user enrols right after a call, the next call is signed again with a longer validity', async () => {
  const world = await widgetWorld.wallet()
  await send(world)
  Object.assign(world.server, { held: true, statuses: ['PENDING_USER_APPROVAL', 'CONFIRMED'] })
  const person = sendPerson()
  const [short = 0, long = 0] = await send(world, person)
  expect(short).toBeLessThanOrEqual(60)
  expect(long).toBeGreaterThanOrEqual(420)
  expect(person.views('askConfirm').map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'TRANSACTION_EXPIRED',
  ])
  expect(world.server.executed).toHaveLength(2)
  expect(secondsLeft(world)).toBeGreaterThan(60 + 300)
  // The wallet is now known to be held.
  expect((await send(world))[0]).toBeGreaterThanOrEqual(420)
})

test('behavior: after half of the time has passed while reading, a new call of seven minutes is confirmed', async () => {
  const world = await widgetWorld.wallet()
  await send(world)
  let isRead = false
  const person = sendPerson({
    askConfirm: async () => {
      if (!isRead) await world.clock.wait(31_000, new AbortController().signal)
      isRead = true
      return 'confirm'
    },
  })
  const [short = 0, long = 0] = await send(world, person)
  expect(short).toBeLessThanOrEqual(60)
  expect(long).toBeGreaterThanOrEqual(420)
})

test('error: a server whose clock was once far ahead does not make later calls live longer', async () => {
  const world = await widgetWorld.wallet()
  for (const aheadMs of [3_000_000, 86_400_000, 0]) {
    world.server.nowMs = () => world.clock.now() + aheadMs
    await send(world)
    world.forgetSigned()
  }
  expect(secondsLeft(world)).toBeLessThan(450)
})
