import { expect, test } from 'vitest'
import { type createHarness, walletHarness } from '#widget/testing/create-harness.ts'
import { sendPerson } from '#widget/testing/scripted-screens.ts'

type Harness = ReturnType<typeof createHarness>

/** For each displayed confirmation, the seconds until it expires. */
async function send(harness: Harness, person = sendPerson()): Promise<(number | undefined)[]> {
  await harness.send(person)
  return person.views('askConfirm').map(({ confirmation }) => confirmation.expiresInSeconds)
}

/** Seconds left of the call that the service executed or holds. */
const secondsLeft = ({ world }: Harness) =>
  Number(world.executed.at(-1)?.request.expiration) - Math.floor(world.nowMs() / 1000)

test('behavior: a call is valid for seven minutes, or for less than one right after an executed call', async () => {
  const harness = await walletHarness()
  const [first = 0] = await send(harness)
  expect(first).toBeGreaterThanOrEqual(420)
  expect(first).toBeLessThan(450)
  const [second = 0] = await send(harness)
  expect(second).toBeGreaterThanOrEqual(46)
  expect(second).toBeLessThanOrEqual(60)
  await harness.clock.wait(31_000, new AbortController().signal)
  expect((await send(harness))[0]).toBeGreaterThanOrEqual(420)
})

test('behavior: a wallet enrolled right after an executed call signs again, with minutes for its approval', async () => {
  const harness = await walletHarness()
  await send(harness)
  Object.assign(harness.world, { held: true, statuses: ['PENDING_USER_APPROVAL', 'CONFIRMED'] })
  const person = sendPerson()
  const [short = 0, long = 0] = await send(harness, person)
  expect(short).toBeLessThanOrEqual(60)
  expect(long).toBeGreaterThanOrEqual(420)
  expect(person.views('askConfirm').map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'TRANSACTION_EXPIRED',
  ])
  expect(harness.world.executed).toHaveLength(2)
  expect(secondsLeft(harness)).toBeGreaterThan(60 + 300)
  // The wallet is now known to be held.
  expect((await send(harness))[0]).toBeGreaterThanOrEqual(420)
})

test('behavior: after half of the time has passed while reading, a new call of seven minutes is confirmed', async () => {
  const harness = await walletHarness()
  await send(harness)
  let isRead = false
  const person = sendPerson({
    askConfirm: async () => {
      if (!isRead) await harness.clock.wait(31_000, new AbortController().signal)
      isRead = true
      return 'confirm'
    },
  })
  const [short = 0, long = 0] = await send(harness, person)
  expect(short).toBeLessThanOrEqual(60)
  expect(long).toBeGreaterThanOrEqual(420)
})

test('error: a server whose clock was once far ahead does not make later calls live longer', async () => {
  const harness = await walletHarness()
  for (const aheadMs of [3_000_000, 86_400_000, 0]) {
    harness.world.nowMs = () => harness.clock.now() + aheadMs
    await send(harness)
    harness.forgetSigned()
  }
  expect(secondsLeft(harness)).toBeLessThan(450)
})
