import { expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/stand-in-server.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }
const EXECUTE = 'POST /transactions/execute'

/** A transfer that the chain refused, and that can still be executed for five minutes. */
async function failedHarness() {
  const harness = createHarness({ statuses: ['FAILED'] })
  await harness.withWallet()
  const executableUntil = new Date(harness.clock.now() + 300_000).toISOString()
  harness.world.facts = { executableUntil }
  return { harness, executableUntil }
}

type Harness = Awaited<ReturnType<typeof failedHarness>>['harness']

const bodies = ({ world }: Harness) =>
  world.requests.filter(({ line }) => line === EXECUTE).map(({ body }) => Object(body))

function succeed({ world }: Harness) {
  world.facts = {}
  world.statuses = ['SUBMITTED', 'CONFIRMED']
}

test('behavior: a failed transfer that can still be executed is tried again by the same signature', async () => {
  const { harness, executableUntil } = await failedHarness()
  const person = sendPerson({
    showProgress({ look }) {
      if (look === undefined) return
      succeed(harness)
      look()
    },
  })
  await harness.send(person, PAGE)
  expect(person.views('showProgress').find(({ look }) => look)).toMatchObject({
    status: 'FAILED',
    executableUntil,
    ended: false,
  })
  expect(harness.emitted.changes.map(({ status, executableUntil: until }) => [status, until])).toEqual([
    ['FAILED', executableUntil],
    ['CONFIRMED', undefined],
  ])
  expect(bodies(harness)).toHaveLength(2)
  expect(new Set(bodies(harness).map(({ signature }) => signature)).size).toBe(1)
  expect(harness.authenticator.prompts.get).toBe(1)
})

test('behavior: when somebody else executes it, the page hears that it was confirmed after all', async () => {
  const { harness } = await failedHarness()
  let looks = 0
  harness.world.tamper = (line, content) => {
    if (line.startsWith('GET /transactions') && ++looks === 3) succeed(harness)
    return content
  }
  const person = sendPerson()
  await harness.send(person, PAGE)
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', ended: true })
  expect(bodies(harness)).toHaveLength(1)
  expect(harness.common.memory.sent(harness.world.wallets[0]?.address ?? '')).toEqual([])
})

test('behavior: when nobody can execute it any more it has ended, and is forgotten', async () => {
  const { harness } = await failedHarness()
  const startMs = harness.clock.now()
  const person = sendPerson()
  await harness.send(person, PAGE)
  expect(harness.clock.now() - startMs).toBeGreaterThanOrEqual(300_000)
  expect(person.views('showProgress').at(-1)).toMatchObject({
    status: 'FAILED',
    executableUntil: undefined,
    ended: true,
  })
  expect(harness.common.memory.sent(harness.world.wallets[0]?.address ?? '')).toEqual([])
})

test('behavior: after a reload it is the same failed transfer, and no second signature is asked for', async () => {
  const { harness, executableUntil } = await failedHarness()
  const leave = () => {
    harness.leaving.controller.abort(new Error('left'))
    throw new Error('left')
  }
  await expect(harness.send(sendPerson({ showProgress: leave }), PAGE)).rejects.toThrow('left')
  harness.leaving.controller = new AbortController()
  const person = sendPerson({
    showProgress({ look }) {
      if (look === undefined) return
      succeed(harness)
      look()
    },
  })
  await harness.send(person, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress')[0]).toMatchObject({ status: 'FAILED', executableUntil })
  expect(new Set(bodies(harness).map(({ signature }) => signature)).size).toBe(1)
  expect(harness.emitted.statuses.at(-1)).toBe('CONFIRMED')
})
