import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depth } from '#protocol/testing/tier.ts'
import { walletHarness, type WalletHarness } from '#widget/testing/create-harness.ts'
import { Payer } from '#widget/testing/payer.ts'
import { PaymentWorld } from '#widget/testing/payment-world.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { SPOILT } from '#widget/testing/spoilt-answers.ts'
import { COIN } from '#widget/testing/stand-in-server.ts'

const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }
const RUNS = depth({ usual: 200, full: 10_000 })
/**
 * Timeout in milliseconds. Ten thousand histories take twenty minutes of one core, which other tests use too.
 */
const TIMEOUT_MS = depth({ usual: 300_000, full: 7_200_000 })

type Act = (payer: Payer, world: PaymentWorld, on: number) => Promise<void> | void
const ACTS = {
  press: (payer, _world, on) => payer.press(on),
  pass: (payer, _world, on) => payer.pass([1, 7, 40, 200, 400, 700][on % 6] ?? 1),
  mine: (_payer, world) => world.mine(),
  outside(_payer, world, on) {
    const open = world.open()
    const digest = open[on % open.length]
    if (digest !== undefined) world.execute(digest)
  },
  reload: (payer, _world, on) => payer.reload(on),
  forget: (payer, world) => (world.isAllListed() ? payer.forget() : undefined),
  secondTab: (payer) => (payer.tabs.length < 2 ? payer.open() : undefined),
  lose: (_payer, world) => void (world.isLosing = true),
  spoil: (_payer, world, on) => void (world.spoil = SPOILT[on % SPOILT.length]?.[1]),
  cut: (_payer, world) => void (world.isCut = !world.isCut),
  fail: (_payer, world) => world.fail(),
  fast: (_payer, world) => void (world.isFast = !world.isFast),
  shut: (_payer, world) => void (world.isShut = !world.isShut),
  approve: (_payer, world) => world.decide('APPROVED'),
  decline: (_payer, world) => world.decide('REJECTED'),
  withdraw: (_payer, world) => world.decide('CANCELLED'),
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

/** The faults after a history. */
async function faultsAfter(held: boolean, history: readonly Command[]): Promise<string[]> {
  const harness = await walletHarness({ held, statuses: [held ? 'PENDING_USER_APPROVAL' : 'SUBMITTED'] })
  const world = new PaymentWorld(harness, held)
  const payer = new Payer(harness, world, PAGE)
  await payer.open()
  for (const { do: name, on } of history) {
    const act: Act = ACTS[name]
    await act(payer, world, on)
  }
  // Every holder of a signature uses it, and all displayed calls reach their end.
  for (const digest of world.open()) world.execute(digest)
  world.isCut = false
  await payer.pass(20)
  await payer.pass(1000)
  payer.close(payer.tabs)
  const times = world.timesPaid(payer.warned)
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
async function declinedHarness() {
  const harness = await walletHarness({ held: true, statuses: ['REJECTED'] })
  await harness.sent({}, PAGE)
  return harness
}

/** Reloads the page at a screen, without a choice. */
async function leaveAt(harness: WalletHarness, screen: 'showProgress' | 'askConfirm') {
  const person = sendPerson({ [screen]: harness.leave })
  await expect(harness.send(person, PAGE)).rejects.toThrow('left')
  harness.comeBack()
  return person
}

test('behavior: a declined transfer that was executed nevertheless is shown as paid, instead of the next payment', async () => {
  const harness = await declinedHarness()
  const [declined] = harness.world.executed
  if (declined !== undefined) declined.ended = 'CONFIRMED'
  const person = await harness.sent({}, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', ended: true })
  expect(harness.common.memory.sent(harness.address)).toEqual([])
})

test('behavior: a declined transfer is shown once, and polled until its expiration', async () => {
  const harness = await declinedHarness()
  const back = await leaveAt(harness, 'askConfirm')
  expect(back.views('showProgress')).toEqual([])
  expect(harness.common.memory.sent(harness.address)).toMatchObject([{ ended: true }])
  harness.clock.advance(601_000)
  await harness.sent({}, PAGE)
  expect(harness.common.memory.sent(harness.address)).toMatchObject([
    { digest: harness.world.executed[1]?.digest },
  ])
})

test('behavior: a tab at the confirm screen submits nothing after another tab’s call was declined, and warns of it', async () => {
  const harness = await walletHarness({ held: true, statuses: ['REJECTED'] })
  const warnings: unknown[] = []
  await harness.sent(
    {
      askConfirm: async ({ notes }) => {
        if (harness.world.executed.length === 0) {
          harness.comeBack()
          await harness.sent({}, PAGE)
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
  const harness = await walletHarness({ statuses: ['SUBMITTED'] })
  await leaveAt(harness, 'showProgress')
  harness.stored.clear()
  await leaveAt(harness, 'showProgress')
  harness.world.statuses = ['CONFIRMED']
  const person = await harness.sent({}, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
})

test('behavior: a call that was rejected and replaced in another tab is not submitted again', async () => {
  const harness = await walletHarness()
  const world = new PaymentWorld(harness, false)
  const payer = new Payer(harness, world, PAGE)
  await payer.open()
  await payer.open()
  world.isLosing = world.isShut = true
  // The first tab signs it and the second finds it. The first tab's call is rejected, and it signs another
  // one.
  for (const tab of [0, 1, 0]) await payer.press(tab)
  world.isShut = false
  await payer.press(0)
  await payer.press(0)
  expect(harness.authenticator.prompts.get).toBe(3)
  expect(harness.world.executed).toHaveLength(1)
  payer.close(payer.tabs)
})
