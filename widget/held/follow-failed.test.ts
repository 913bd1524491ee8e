import { expect, test } from 'vitest'
import { EXECUTE, walletHarness, type WalletHarness } from '#widget/testing/create-harness.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/stand-in-server.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/** A transfer that the chain rejected, and that can still be executed for five minutes. */
async function failedHarness() {
  const harness = await walletHarness({ statuses: ['FAILED'] })
  const executableUntil = new Date(harness.clock.now() + 300_000).toISOString()
  harness.world.facts = { executableUntil }
  return { harness, executableUntil }
}

/** Number of signatures submitted, and of submissions. */
function handedIn({ world }: WalletHarness) {
  const bodies = world.requests.filter(({ line }) => line === EXECUTE).map(({ body }) => Object(body))
  return { times: bodies.length, signatures: new Set(bodies.map(({ signature }) => signature)).size }
}

function succeed({ world }: WalletHarness) {
  world.facts = {}
  world.statuses = ['SUBMITTED', 'CONFIRMED']
}

/** A person who retries as soon as possible, which then succeeds. */
const tryAgain = (harness: WalletHarness) =>
  harness.sent(
    {
      showProgress({ look }) {
        if (look === undefined) return
        succeed(harness)
        look()
      },
    },
    PAGE,
  )

test('behavior: a failed transfer that can still be executed is retried with the same signature', async () => {
  const { harness, executableUntil } = await failedHarness()
  const person = await tryAgain(harness)
  expect(person.views('showProgress').find(({ look }) => look)).toMatchObject({
    status: 'FAILED',
    executableUntil,
    ended: false,
  })
  expect(harness.emitted.changes.map(({ status, executableUntil: until }) => [status, until])).toEqual([
    ['FAILED', executableUntil],
    ['CONFIRMED', undefined],
  ])
  expect(handedIn(harness)).toEqual({ times: 2, signatures: 1 })
  expect(harness.authenticator.prompts.get).toBe(1)
})

test('behavior: if another account executes it, the page gets the event that it was confirmed', async () => {
  const { harness } = await failedHarness()
  let looks = 0
  harness.world.tamper = (line, content) => {
    if (line.startsWith('GET /transactions') && ++looks === 3) succeed(harness)
    return content
  }
  const person = await harness.sent({}, PAGE)
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', ended: true })
  expect(harness.executions()).toBe(1)
  expect(harness.common.memory.sent(harness.address)).toEqual([])
})

test('behavior: once it can no longer be executed, it has ended and is deleted', async () => {
  const { harness } = await failedHarness()
  const startMs = harness.clock.now()
  const person = await harness.sent({}, PAGE)
  expect(harness.clock.now() - startMs).toBeGreaterThanOrEqual(300_000)
  expect(person.views('showProgress').at(-1)).toMatchObject({
    status: 'FAILED',
    executableUntil: undefined,
    ended: true,
  })
  expect(harness.common.memory.sent(harness.address)).toEqual([])
})

test('behavior: after a reload, the same failed transfer is shown and no second signature is requested', async () => {
  const { harness, executableUntil } = await failedHarness()
  await expect(harness.send(sendPerson({ showProgress: harness.leave }), PAGE)).rejects.toThrow('left')
  harness.comeBack()
  const person = await tryAgain(harness)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress')[0]).toMatchObject({ status: 'FAILED', executableUntil })
  expect(handedIn(harness).signatures).toBe(1)
  expect(harness.emitted.statuses.at(-1)).toBe('CONFIRMED')
})
