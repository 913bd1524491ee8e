import { expect, test } from 'vitest'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { EXECUTE, type BrowserWallet } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/** A transfer that the chain rejected, and that can still be executed for five minutes. */
async function failedWorld() {
  const world = await widgetWorld.wallet({ statuses: ['FAILED'] })
  const executableUntil = new Date(world.clock.now() + 300_000).toISOString()
  world.server.facts = { executableUntil }
  return { world, executableUntil }
}

/** Number of submissions, and of different signatures among them. */
function handedIn({ server }: BrowserWallet) {
  const bodies = server.requests.filter(({ line }) => line === EXECUTE).map(({ body }) => Object(body))
  return { times: bodies.length, signatures: new Set(bodies.map(({ signature }) => signature)).size }
}

function succeed({ server }: BrowserWallet) {
  server.facts = {}
  server.statuses = ['SUBMITTED', 'CONFIRMED']
}

/** A person who retries as soon as possible, which then succeeds. */
const tryAgain = (world: BrowserWallet) =>
  world.sent(
    {
      showProgress({ look }) {
        if (look === undefined) return
        succeed(world)
        look()
      },
    },
    PAGE,
  )

test('behavior: a failed transfer that can still be executed is retried with the same signature', async () => {
  const { world, executableUntil } = await failedWorld()
  const person = await tryAgain(world)
  expect(person.views('showProgress').find(({ look }) => look)).toMatchObject({
    status: 'FAILED',
    executableUntil,
    ended: false,
  })
  expect(world.emitted.changes.map(({ status, executableUntil: until }) => [status, until])).toEqual([
    ['FAILED', executableUntil],
    ['CONFIRMED', undefined],
  ])
  expect(handedIn(world)).toEqual({ times: 2, signatures: 1 })
  expect(world.authenticator.prompts.get).toBe(1)
})

test('behavior: if another account executes it, the page gets the event that it was confirmed', async () => {
  const { world } = await failedWorld()
  let looks = 0
  world.server.tamper = (line, content) => {
    if (line.startsWith('GET /transactions') && ++looks === 3) succeed(world)
    return content
  }
  const person = await world.sent({}, PAGE)
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', ended: true })
  expect(world.executions()).toBe(1)
  expect(world.common.memory.sent(world.address)).toEqual([])
})

test('behavior: once it can no longer be executed, it has ended and is deleted', async () => {
  const { world } = await failedWorld()
  const startMs = world.clock.now()
  const person = await world.sent({}, PAGE)
  expect(world.clock.now() - startMs).toBeGreaterThanOrEqual(300_000)
  expect(person.views('showProgress').at(-1)).toMatchObject({
    status: 'FAILED',
    executableUntil: undefined,
    ended: true,
  })
  expect(world.common.memory.sent(world.address)).toEqual([])
})

test('behavior: after a reload, the same failed transfer is shown and no second signature is requested', async () => {
  const { world, executableUntil } = await failedWorld()
  await expect(world.send(sendPerson({ showProgress: world.leave }), PAGE)).rejects.toThrow('left')
  world.comeBack()
  const person = await tryAgain(world)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress')[0]).toMatchObject({ status: 'FAILED', executableUntil })
  expect(handedIn(world).signatures).toBe(1)
  expect(world.emitted.statuses.at(-1)).toBe('CONFIRMED')
})
