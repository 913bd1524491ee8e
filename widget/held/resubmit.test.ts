import { expect, test } from 'vitest'
import { envelope, refusal } from '#widget/testing/envelope.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { page, SPOILT, type Spoil } from '#widget/testing/spoilt-answers.ts'
import { EXECUTE, type BrowserWallet } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/*
 * A captive portal, firewall or proxy corrupts the response to an execution that has happened. The person may
 * then try again, but one intent must still have one digest.
 */

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/** Corrupts the first response to the execution. Requests for its status then fail with 502 until the person acts. */
async function spoiltWorld(spoil: Spoil, held: boolean) {
  const statuses = held ? ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED'] : ['SUBMITTED', 'CONFIRMED']
  const world = await widgetWorld.wallet({ held, statuses })
  let isSpoilt = false
  const line = { isCut: false }
  world.server.tamper = (asked, content) => {
    if (asked !== EXECUTE || isSpoilt) return content
    isSpoilt = line.isCut = true
    return spoil(content)
  }
  world.server.interrupt = (asked) =>
    line.isCut && asked.startsWith('GET /transactions') ? page(502) : undefined
  return { world, line }
}

const looking = { showProgress: ({ look }: { look?: (() => void) | undefined }) => look?.() }

type Act = (world: BrowserWallet, look: () => void) => Promise<unknown>
const ACTS: Record<string, Act> = {
  'presses what is offered': async (_world, look) => look(),
  'reloads the page': async (world) => {
    world.leaving.controller.abort(new Error('left'))
    world.comeBack()
    await world.sent(looking, PAGE)
  },
  'opens a second tab': async (world, look) => {
    await world.sent(looking, PAGE)
    look()
  },
}

for (const held of [false, true]) {
  test.each(SPOILT.flatMap(([kind, spoil]) => Object.keys(ACTS).map((act) => [kind, act, spoil] as const)))(
    `behavior: one digest for one intent (held: ${held}): %s, and the person %s`,
    async (_kind, act, spoil) => {
      const { world, line } = await spoiltWorld(spoil, held)
      const acted: unknown[] = []
      const person = sendPerson({
        showProgress({ look }) {
          if (look === undefined) return
          line.isCut = false
          acted.push(ACTS[act]?.(world, look))
        },
      })
      await world
        .send(person, PAGE)
        .catch((error: unknown) => expect(error).toMatchObject({ message: 'left' }))
      await Promise.all(acted)
      expect(world.server.executed).toHaveLength(1)
      expect(world.authenticator.prompts.get).toBe(1)
      expect(person.views('askConfirm')).toHaveLength(1)
      expect(world.emitted.changes.at(-1)).toMatchObject({
        digest: world.server.executed[0]?.digest,
        status: 'CONFIRMED',
      })
      // No message said that the call has failed.
      const said = world.errors.map(({ code }) => code)
      expect(said.filter((code) => code !== 'OUTCOME_UNKNOWN')).toEqual(
        said.filter((code) => /^(RATE_LIMITED|UNAVAILABLE|NETWORK_FAILED)$/.test(code)),
      )
    },
  )
}

test('behavior: with the digest alone, a corrupted response is resolved if the service can be reached', async () => {
  const world = await widgetWorld.wallet()
  world.server.tamper = (line, content) => (line === EXECUTE ? page(200) : content)
  const person = sendPerson()
  const { digest, transactionHash } = await world.send(person, PAGE)
  expect(world.emitted.executed).toMatchObject([{ digest, transactionHash }])
  expect(person.views('showProgress').some(({ unsure }) => unsure)).toBe(false)
  expect(world.errors).toEqual([])
  expect(world.server.requests.find(({ line }) => line === 'GET /transactions')?.query).toContain('limit=20')
  expect(world.server.requests.some(({ query }) => query.includes(`digest=${digest}`))).toBe(true)
})

test.each([
  ['VALIDATION_FAILED', 400],
  ['INVALID_SIGNATURE', 400],
  ['FEE_REFUSED', 400],
  ['TRANSACTION_REVERTS', 400],
  ['APPROVAL_TIME_TOO_SHORT', 400],
])(
  'behavior: a certain rejection, %s, is forgotten, and another signature may follow',
  async (code, status) => {
    const world = await widgetWorld.wallet()
    world.failOnce(EXECUTE, refusal(status, code))
    await world.send()
    expect(world.server.executed).toHaveLength(1)
    expect(world.authenticator.prompts.get).toBe(2)
    expect(world.common.memory.sent(world.address)).toEqual([])
  },
)

test('behavior: a rejection after a lost response does not decide the first try, and an executed call is found', async () => {
  const world = await widgetWorld.wallet()
  world.server.tamper = (line, content) => {
    if (line === EXECUTE) throw new TypeError('Failed to fetch')
    return content
  }
  world.server.interrupt = (line, time) => {
    if (line === EXECUTE && time === 2) return refusal(400, 'TRANSACTION_REVERTS')
    // The first poll looks for unfinished calls, the second for accounts that the wallet knows.
    return line === 'GET /transactions' && time === 3 ? envelope(503, { message: 'down' }) : undefined
  }
  await world.sent(looking, PAGE)
  expect(world.executions()).toBe(2)
  expect(world.server.executed).toHaveLength(1)
  expect(world.authenticator.prompts.get).toBe(1)
})
