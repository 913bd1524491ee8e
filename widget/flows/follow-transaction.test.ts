import { expect, test } from 'vitest'
import { envelope } from '#widget/testing/envelope.ts'
import { sendPerson } from '#widget/testing/scripted-screens.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test('behavior: a held transfer is followed by its uuid to the end', async () => {
  const world = await widgetWorld.wallet({
    held: true,
    statuses: ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED'],
  })
  const person = sendPerson()
  const executed = await world.send(person)
  expect(executed.transactionUuid).toBeDefined()
  expect(executed.transactionHash).toBeUndefined()
  expect(person.views('showProgress').map(({ status, number }) => [status, number])).toEqual([
    ['PENDING_USER_APPROVAL', undefined],
    ['PENDING_USER_APPROVAL', 42],
    ['APPROVED', undefined],
    ['CONFIRMED', undefined],
  ])
  expect(world.emitted.statuses).toEqual(['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED'])
  const { digest, transactionUuid } = executed
  expect(world.emitted.changes[0]).toMatchObject({ digest, transactionUuid, reported: false })
})

test('behavior: the first poll asks for the present state, the next ones for changes', async () => {
  const world = await widgetWorld.wallet({
    held: true,
    statuses: ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED'],
  })
  await world.send()
  const queries = world.server.requests.filter(({ line }) => /^GET .transactions.[0-9a-f-]{36}$/.test(line))
  expect(queries.map(({ query }) => query)).toEqual([
    '',
    '?knownStatus=PENDING_USER_APPROVAL&waitSeconds=20',
    '?knownStatus=APPROVED&waitSeconds=20',
  ])
})

test('behavior: the deadline follows the server’s clock, not the device’s', async () => {
  const openMs = 300_000
  const world = await widgetWorld.wallet({
    held: true,
    openMs,
    statuses: ['PENDING_USER_APPROVAL', 'EXPIRED'],
  })
  world.server.nowMs = () => world.clock.now() + 7 * 3_600_000
  const startedMs = world.clock.now()
  const person = await world.sent()
  const deadline = person.views('showProgress')[1]?.expiresAtMs ?? 0
  // The header `Date` has whole seconds.
  expect(Math.abs(deadline - startedMs - openMs)).toBeLessThanOrEqual(1000)
})

test('behavior: a declined and reported transfer is reported to the page and the person', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['REJECTED'] })
  const reason = 'reported by the user, who did not ask for it'
  const approval = { expiresAtDatetime: '2026-11-21T00:00:00Z', reported: true }
  world.server.facts = { reason, approval, transactionHash: undefined }
  const person = await world.sent()
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'REJECTED', reported: true, reason })
  expect(world.emitted.changes.at(-1)).toMatchObject({ status: 'REJECTED', reported: true, reason })
})

test('behavior: a lost connection is shown, polling continues, and nothing is executed twice', async () => {
  const world = await widgetWorld.wallet({
    held: true,
    statuses: ['PENDING_USER_APPROVAL', 'PENDING_USER_APPROVAL', 'CONFIRMED'],
  })
  let looks = 0
  world.server.interrupt = (line) => {
    if (!/^GET .transactions.[0-9a-f-]{36}$/.test(line)) return undefined
    looks += 1
    return looks > 1 && looks < 5 ? 'lost' : undefined
  }
  const person = await world.sent()
  expect(person.views('showProgress').map(({ lost, status }) => [lost, status])).toEqual([
    [false, 'PENDING_USER_APPROVAL'],
    [false, 'PENDING_USER_APPROVAL'],
    [true, 'PENDING_USER_APPROVAL'],
    [false, 'PENDING_USER_APPROVAL'],
    [false, 'CONFIRMED'],
  ])
  expect(world.executions()).toBe(1)
})

test('error: a session that ends while a transfer is held shows an error, and the transfer is remembered', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['PENDING_USER_APPROVAL'] })
  const person = sendPerson({
    showProgress: ({ number }) => void (number !== undefined && (world.server.validToken = 'another')),
  })
  world.tokens.getToken = async () => 't'.repeat(43)
  await world.send(person)
  const last = person.views('showProgress').at(-1)
  expect(last).toMatchObject({ status: 'PENDING_USER_APPROVAL', ended: true })
  expect(last?.problem?.code).toBe('SESSION_EXPIRED')
  expect(world.errors.map(({ code }) => code)).toEqual(['SESSION_EXPIRED'])
  expect([...world.stored.keys()].some((key) => key.startsWith('latchkey:sent:'))).toBe(true)
})

test('behavior: a held transfer whose outcome the server cannot report stays displayed as held', async () => {
  const world = await widgetWorld.wallet({ held: true })
  world.server.extensions = false
  const person = await world.sent()
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'PENDING_USER_APPROVAL', ended: true })
})

test('behavior: a failed transfer shows the reason', async () => {
  const world = await widgetWorld.wallet({ statuses: ['FAILED'] })
  const person = await world.sent()
  expect(person.views('showProgress').at(-1)).toMatchObject({
    status: 'FAILED',
    reason: 'ERC20: insufficient balance',
    ended: true,
  })
})

test('behavior: without the extensions the transfer is sent, and no balance or status is shown', async () => {
  const world = await widgetWorld.wallet()
  world.server.extensions = false
  const person = await world.sent()
  expect(person.views('askTransfer')[0]?.coins[0]?.balance).toBeNull()
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'SUBMITTED', ended: true })
})

test('behavior: polling a sent transfer ends if the service lists only held ones', async () => {
  const world = await widgetWorld.wallet()
  let looks = 0
  world.server.interrupt = (line) => {
    if (line !== 'GET /transactions') return undefined
    looks += 1
    return envelope(200, [])
  }
  const startedMs = world.clock.now()
  const person = await world.sent()
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'SUBMITTED', ended: true })
  expect(looks).toBeGreaterThan(1)
  // An earlier version polled for sixteen minutes, while the screen promised a few seconds.
  expect(world.clock.now() - startedMs).toBeLessThan(60_000)
})

test('behavior: an unreachable server while following is not a failure', async () => {
  const world = await widgetWorld.wallet()
  world.server.interrupt = (line, time) =>
    line === 'GET /transactions' && time < 4 ? envelope(503, { message: 'down' }) : undefined
  const person = await world.sent()
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
})

test('behavior: after five minutes without a response the outcome is shown as unknown, and the person can retry', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['PENDING_USER_APPROVAL', 'CONFIRMED'] })
  let isCut = false
  world.server.interrupt = (line) =>
    isCut && /^GET .transactions.[0-9a-f-]{36}$/.test(line) ? 'lost' : undefined
  const asked: number[] = []
  const startMs = world.clock.now()
  const person = await world.sent({
    showProgress({ number, look, problem, ended, lost, transactionUuid }) {
      if (number !== undefined && asked.length === 0) isCut = true
      if (look === undefined) return
      asked.push(world.clock.now())
      expect([problem?.code, ended, lost]).toEqual(['NETWORK_FAILED', true, false])
      expect(transactionUuid).toBeDefined()
      // The connection fails once more and then is back.
      isCut = asked.length < 2
      look()
    },
  })
  expect(asked).toHaveLength(2)
  for (const [index, atMs] of asked.entries()) {
    const waitedMs = atMs - (asked[index - 1] ?? startMs)
    expect(waitedMs).toBeGreaterThanOrEqual(300_000)
    expect(waitedMs).toBeLessThan(360_000)
  }
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', lost: false })
  expect(world.errors.map(({ code }) => code)).toEqual(['NETWORK_FAILED', 'NETWORK_FAILED'])
  expect(world.executions()).toBe(1)
})
