import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import { Payer } from '#widget/testing/payer.ts'
import { PaymentBackend } from '#widget/testing/payment-backend.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { SPOILT } from '#widget/testing/spoilt-answers.ts'
import type { BrowserWallet } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }
const RUNS = depth({ usual: 200, full: 10_000 })
/**
 * Timeout in milliseconds. Ten thousand histories take twenty minutes of one core, which other tests use too.
 */
const TIMEOUT_MS = depth({ usual: 300_000, full: 7_200_000 })

type Act = (payer: Payer, backend: PaymentBackend, on: number) => Promise<void> | void
const ACTS = {
  press: (payer, _backend, on) => payer.press(on),
  pass: (payer, _backend, on) => payer.pass([1, 7, 40, 200, 400, 700][on % 6] ?? 1),
  mine: (_payer, backend) => backend.mine(),
  outside(_payer, backend, on) {
    const open = backend.open()
    const digest = open[on % open.length]
    if (digest !== undefined) backend.execute(digest)
  },
  reload: (payer, _backend, on) => payer.reload(on),
  forget: (payer, backend) => (backend.isAllListed() ? payer.forget() : undefined),
  secondTab: (payer) => (payer.tabs.length < 2 ? payer.open() : undefined),
  lose: (_payer, backend) => void (backend.isLosing = true),
  spoil: (_payer, backend, on) => void (backend.spoil = SPOILT[on % SPOILT.length]?.[1]),
  cut: (_payer, backend) => void (backend.isCut = !backend.isCut),
  fail: (_payer, backend) => backend.fail(),
  fast: (_payer, backend) => void (backend.isFast = !backend.isFast),
  shut: (_payer, backend) => void (backend.isShut = !backend.isShut),
  approve: (_payer, backend) => backend.decide('APPROVED'),
  decline: (_payer, backend) => backend.decide('REJECTED'),
  withdraw: (_payer, backend) => backend.decide('CANCELLED'),
} satisfies Record<string, Act>
type Command = { do: keyof typeof ACTS; on: number }

/** The usual commands. Mostly, the person presses an offered button, or time passes. */
const USUAL = ['press', 'press', 'press', 'press', 'press', 'pass', 'pass', 'pass', 'outside'] as const
const DECISIONS = ['approve', 'decline', 'withdraw'] as const
const histories = [false, true].map((held) => {
  const names = Object.keys(ACTS) as Command['do'][]
  const which = names.filter((name) => held || !DECISIONS.some((decision) => decision === name))
  const command = fc.record({ do: fc.constantFrom(...which, ...USUAL), on: fc.nat({ max: 47 }) })
  return fc.array(command, { minLength: 6, maxLength: 30, size: 'max' }).map((history) => ({ held, history }))
})

/** Runs a history of commands and returns the faults that it reveals. */
async function faultsAfter(held: boolean, history: readonly Command[]): Promise<string[]> {
  const world = await widgetWorld.wallet({ held, statuses: [held ? 'PENDING_USER_APPROVAL' : 'SUBMITTED'] })
  const backend = new PaymentBackend(world, held)
  const payer = new Payer(world, backend, PAGE)
  await payer.open()
  for (const { do: name, on } of history) {
    const act: Act = ACTS[name]
    await act(payer, backend, on)
  }
  // Every holder of a signature uses it, and all displayed calls reach their end.
  for (const digest of backend.open()) backend.execute(digest)
  backend.isCut = false
  await payer.pass(20)
  await payer.pass(1000)
  payer.close(payer.tabs)
  const times = backend.timesPaid(payer.warned)
  return [...payer.lies, ...(times > 1 ? [`paid ${times} times`] : [])]
}

test(
  'behavior: in any order of events, a person who follows the screens pays once and reads no false statement',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(...histories), async ({ held, history }) => {
        expect(await faultsAfter(held, history)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  },
)

/** A held transfer that was declined and displayed as such. */
async function declinedWorld() {
  const world = await widgetWorld.wallet({ held: true, statuses: ['REJECTED'] })
  await world.sent({}, PAGE)
  return world
}

/** Reloads the page at a screen, without a choice. */
async function leaveAt(world: BrowserWallet, screen: 'showProgress' | 'askConfirm') {
  const person = sendPerson({ [screen]: world.leave })
  await expect(world.send(person, PAGE)).rejects.toThrow('left')
  world.comeBack()
  return person
}

test('behavior: a declined transfer that was executed nevertheless is shown as paid, instead of the next payment', async () => {
  const world = await declinedWorld()
  const [declined] = world.server.executed
  if (declined !== undefined) declined.ended = 'CONFIRMED'
  const person = await world.sent({}, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', ended: true })
  expect(world.common.memory.sent(world.address)).toEqual([])
})

test('behavior: a declined transfer is shown once, and polled until its expiration', async () => {
  const world = await declinedWorld()
  const back = await leaveAt(world, 'askConfirm')
  expect(back.views('showProgress')).toEqual([])
  expect(world.common.memory.sent(world.address)).toMatchObject([{ ended: true }])
  world.clock.advance(601_000)
  await world.sent({}, PAGE)
  expect(world.common.memory.sent(world.address)).toMatchObject([
    { digest: world.server.executed[1]?.digest },
  ])
})

test('behavior: a tab at the confirm screen submits nothing after another tab’s call was declined, and warns of it', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['REJECTED'] })
  const warnings: unknown[] = []
  await world.sent(
    {
      askConfirm: async ({ notes }) => {
        if (world.server.executed.length === 0) {
          world.comeBack()
          await world.sent({}, PAGE)
        }
        warnings.push(notes?.parties.map(({ kind }) => kind))
        return 'confirm'
      },
    },
    PAGE,
  )
  expect(warnings).toEqual([['first'], ['unfinished']])
})

test('behavior: another device shows the end of a call that it followed, also after a reload', async () => {
  const world = await widgetWorld.wallet({ statuses: ['SUBMITTED'] })
  await leaveAt(world, 'showProgress')
  world.stored.clear()
  await leaveAt(world, 'showProgress')
  world.server.statuses = ['CONFIRMED']
  const person = await world.sent({}, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
})

test('behavior: a call that was rejected and replaced in another tab is not submitted again', async () => {
  const world = await widgetWorld.wallet()
  const backend = new PaymentBackend(world, false)
  const payer = new Payer(world, backend, PAGE)
  await payer.open()
  await payer.open()
  backend.isLosing = backend.isShut = true
  // The first tab signs the payment, and the second finds it. That payment is rejected, and the first tab signs
  // another one.
  for (const tab of [0, 1, 0]) await payer.press(tab)
  backend.isShut = false
  await payer.press(0)
  await payer.press(0)
  expect(world.authenticator.prompts.get).toBe(3)
  expect(world.server.executed).toHaveLength(1)
  payer.close(payer.tabs)
})
