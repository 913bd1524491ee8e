import { expect, test } from 'vitest'
import { EXECUTE, walletHarness, type WalletHarness } from '#widget/testing/create-harness.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { page, SPOILT, type Spoil } from '#widget/testing/spoilt-answers.ts'
import { COIN, envelope, refusal } from '#widget/testing/stand-in-server.ts'

/*
 * A captive portal, firewall or proxy corrupts the response to an execution that has happened. The person may
 * then try again, but one intent must still have one digest.
 */

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

/**
 * Corrupts the first response to the execution. Later requests get no information until the person has acted.
 */
async function spoiltHarness(spoil: Spoil, held: boolean) {
  const statuses = held ? ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED'] : ['SUBMITTED', 'CONFIRMED']
  const harness = await walletHarness({ held, statuses })
  let isSpoilt = false
  const line = { isCut: false }
  harness.world.tamper = (asked, content) => {
    if (asked !== EXECUTE || isSpoilt) return content
    isSpoilt = line.isCut = true
    return spoil(content)
  }
  harness.world.interrupt = (asked) =>
    line.isCut && asked.startsWith('GET /transactions') ? page(502) : undefined
  return { harness, line }
}

const looking = { showProgress: ({ look }: { look?: (() => void) | undefined }) => look?.() }

type Act = (harness: WalletHarness, look: () => void) => Promise<unknown>
const ACTS: Record<string, Act> = {
  'presses what is offered': async (_harness, look) => look(),
  'reloads the page': async (harness) => {
    harness.leaving.controller.abort(new Error('left'))
    harness.comeBack()
    await harness.sent(looking, PAGE)
  },
  'opens a second tab': async (harness, look) => {
    await harness.sent(looking, PAGE)
    look()
  },
}

for (const held of [false, true]) {
  test.each(SPOILT.flatMap(([kind, spoil]) => Object.keys(ACTS).map((act) => [kind, act, spoil] as const)))(
    `behavior: one digest for one intent (held: ${held}): %s, and the person %s`,
    async (_kind, act, spoil) => {
      const { harness, line } = await spoiltHarness(spoil, held)
      const acted: unknown[] = []
      const person = sendPerson({
        showProgress({ look }) {
          if (look === undefined) return
          line.isCut = false
          acted.push(ACTS[act]?.(harness, look))
        },
      })
      await harness
        .send(person, PAGE)
        .catch((error: unknown) => expect(error).toMatchObject({ message: 'left' }))
      await Promise.all(acted)
      expect(harness.world.executed).toHaveLength(1)
      expect(harness.authenticator.prompts.get).toBe(1)
      expect(person.views('askConfirm')).toHaveLength(1)
      expect(harness.emitted.changes.at(-1)).toMatchObject({
        digest: harness.world.executed[0]?.digest,
        status: 'CONFIRMED',
      })
      // No message said that the call has failed.
      const said = harness.errors.map(({ code }) => code)
      expect(said.filter((code) => code !== 'OUTCOME_UNKNOWN')).toEqual(
        said.filter((code) => /^(RATE_LIMITED|UNAVAILABLE|NETWORK_FAILED)$/.test(code)),
      )
    },
  )
}

test('behavior: with the digest alone, a corrupted response is resolved if the service can be reached', async () => {
  const harness = await walletHarness()
  harness.world.tamper = (line, content) => (line === EXECUTE ? page(200) : content)
  const person = sendPerson()
  const { digest, transactionHash } = await harness.send(person, PAGE)
  expect(harness.emitted.executed).toMatchObject([{ digest, transactionHash }])
  expect(person.views('showProgress').some(({ unsure }) => unsure)).toBe(false)
  expect(harness.errors).toEqual([])
  expect(harness.world.requests.find(({ line }) => line === 'GET /transactions')?.query).toContain('limit=20')
  expect(harness.world.requests.some(({ query }) => query.includes(`digest=${digest}`))).toBe(true)
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
    const harness = await walletHarness()
    harness.failOnce(EXECUTE, refusal(status, code))
    await harness.send()
    expect(harness.world.executed).toHaveLength(1)
    expect(harness.authenticator.prompts.get).toBe(2)
    expect(harness.common.memory.sent(harness.address)).toEqual([])
  },
)

test('behavior: a rejection after a lost response does not decide the first try, and an executed call is found', async () => {
  const harness = await walletHarness()
  harness.world.tamper = (line, content) => {
    if (line === EXECUTE) throw new TypeError('Failed to fetch')
    return content
  }
  harness.world.interrupt = (line, time) => {
    if (line === EXECUTE && time === 2) return refusal(400, 'TRANSACTION_REVERTS')
    // The first poll looks for unfinished calls, the second for accounts that the wallet knows.
    return line === 'GET /transactions' && time === 3 ? envelope(503, { message: 'down' }) : undefined
  }
  await harness.sent(looking, PAGE)
  expect(harness.executions()).toBe(2)
  expect(harness.world.executed).toHaveLength(1)
  expect(harness.authenticator.prompts.get).toBe(1)
})
