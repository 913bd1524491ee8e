// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Simulation } from '#protocol/transactions.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { callWords } from '#widget/calls/call-words.ts'
import { drawCall } from '#widget/calls/draw-call.ts'
import type { SendScreens } from '#widget/flows/send-screens.ts'
import { en, notesEn, tickFirst } from '#widget/texts/en.ts'
import { askConfirm } from '#widget/screens/confirm-screen.ts'
import { h } from '#widget/screens/dom.ts'
import { drawCoins } from '#widget/screens/draw-coins.ts'
import { createStage } from '#widget/screens/stage.ts'
import { createHarness } from '#widget/testing/create-harness.ts'
import { mutantsOf, pathsOf, valueAt, withChange } from '#widget/testing/mutations.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION } from '#widget/testing/stand-in-server.ts'

const SIMULATE = '/transactions/simulate'
const SEND: WidgetCall = { kind: 'erc20-transfer', token: COIN, to: FRIEND, amount: '12500000' }
const GRANT: WidgetCall = {
  kind: 'set-approval-for-all',
  token: COLLECTION,
  operator: FRIEND,
  approved: true,
}

type View = Parameters<SendScreens['askConfirm']>[0]

async function opened() {
  const harness = createHarness({ operations: ['create', 'transfer', 'approve', 'execute'] })
  const wallet = await harness.withWallet()
  const saw = (more: Partial<Simulation>, taken = '-12500000') => {
    const move = (account: string, amount: string) => ({ tokenAddress: COIN, account, amount })
    const changes = [move(wallet, taken), move(FRIEND, '12500000')]
    harness.world.simulated = { simulation: { changes, approvals: [], ...more } }
  }
  /** Shows the call as the screen draws it, and leaves. */
  async function shown(call: WidgetCall) {
    let view: View | undefined
    const leave = async (drawn: View) => {
      view = drawn
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    }
    await harness.sign(call, sendPerson({ askConfirm: leave })).catch(() => {})
    harness.comeBack()
    harness.clock.advance(60_000)
    if (view === undefined) throw new Error('nothing was shown')
    return draw(view)
  }
  return { harness, wallet, saw, shown }
}

/** The screen before anything could arrive, and after it did. */
async function draw(view: View) {
  const parts = { base: h('div'), card: h('div'), status: h('div') }
  document.body.replaceChildren(parts.card)
  const { signal } = new AbortController()
  const isCoins = view.confirmation.description.kind === 'erc20-transfer'
  const messages = isCoins ? en : callWords(en)
  const stage = createStage(parts, messages, { signal, cancel: () => {}, focusIsFree: () => false })
  let answered: string | undefined
  const answer = askConfirm({ ...stage, adopt: () => {} }, view, isCoins ? drawCoins : drawCall)
  void answer.then((given) => (answered = given))
  const form = parts.card.querySelector('form')
  const first = parts.card.textContent
  await view.notes?.differences
  const place = parts.card.querySelector<HTMLElement>('.differs')
  const submit = async () => {
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
    // Until what is answered at once has arrived.
    await new Promise((resolve) => setImmediate(resolve))
    return answered
  }
  return { view, card: parts.card, first, place, submit, red: place?.querySelector('.problem')?.textContent }
}

test('behavior: what a simulation saw otherwise is red, with token, account and both values, while everything else stays', async () => {
  const { saw, shown, wallet } = await opened()
  saw({}, '-99000000')
  const { first, card, place, red = '' } = await shown(SEND)
  for (const text of [notesEn.simulation.differs, 'Demo Coin', '-12.5 DEMO', '-99 DEMO'])
    expect(red).toContain(text)
  for (const address of [COIN, wallet]) expect(red).toContain(address)
  expect(place?.querySelector('[role=alert]')).not.toBeNull()
  place?.replaceChildren()
  expect(card.textContent).toBe(first)
})

test('behavior: a call with a difference is confirmed only with the box ticked', async () => {
  const { saw, shown } = await opened()
  saw({}, '-99000000')
  const { card, submit } = await shown(SEND)
  expect(await submit()).toBeUndefined()
  expect(card.textContent).toContain(tickFirst)
  const box = card.querySelector<HTMLInputElement>('#understood')
  if (box) box.checked = true
  expect(await submit()).toBe('confirm')
})

test('behavior: an approval that the call does not name is red too, of one item and of all of them', async () => {
  const { saw, shown } = await opened()
  saw({
    changes: [],
    approvals: [
      { tokenAddress: COLLECTION, spender: FRIEND },
      { tokenAddress: COLLECTION, spender: COIN, tokenId: '7' },
      { tokenAddress: COLLECTION, spender: COIN },
    ],
  })
  const { red = '' } = await shown(GRANT)
  expect(red.match(/Permission for/g)).toHaveLength(2)
  for (const text of ['#7', notesEn.simulation.everything]) expect(red).toContain(text)
})

test('behavior: a simulation that sees what is shown changes nothing, and nothing is asked for', async () => {
  const { saw, shown, harness } = await opened()
  saw({})
  const { card, first, place, submit } = await shown(SEND)
  expect([card.textContent, place?.hidden]).toEqual([first, true])
  expect(await submit()).toBe('confirm')
  const asked = harness.world.requests.find(({ line }) => line === `POST ${SIMULATE}`)
  expect(Object.keys(Object(asked?.body))).toEqual(['walletAddress', 'toAddress', 'value', 'data'])
})

test('error: a server that does not simulate, fails or never answers delays nothing and changes nothing', async () => {
  const { harness, shown } = await opened()
  for (const interrupt of [() => undefined, () => 'lost' as const, () => new Response('', { status: 500 })]) {
    harness.world.interrupt = (line) => (line.endsWith(SIMULATE) ? interrupt() : undefined)
    const { card, first, submit } = await shown(SEND)
    expect(card.textContent).toBe(first)
    expect(await submit()).toBe('confirm')
  }
  harness.world.interrupt = () => undefined
  const { post } = harness.common.api
  const silent = (...given: Parameters<typeof post>) =>
    given[0] === SIMULATE ? new Promise<never>(() => {}) : post(...given)
  Object.assign(harness.common.api, { post: silent })
  await harness.send()
  expect(harness.world.executed).toHaveLength(1)
})

test('error: a lie about the simulation adds a warning or nothing: what is signed and shown stays', async () => {
  const { harness, saw, shown } = await opened()
  saw({}, '-99000000')
  const answer = harness.world.simulated
  let warned = 0
  for (const path of pathsOf(answer))
    for (const mutant of mutantsOf(valueAt(answer, path))) {
      harness.world.simulated = withChange(answer, path, mutant) ?? null
      const { view, card, first, place, red } = await shown(SEND)
      warned += red === undefined ? 0 : 1
      place?.replaceChildren()
      const lie = `${path.join('.')} = ${JSON.stringify(mutant)}`
      expect(card.textContent, lie).toBe(first)
      expect(view.confirmation.call, lie).toMatchObject({ toAddress: COIN, value: 0n })
      expect(view.confirmation.description.fields[0], lie).toMatchObject({ value: { units: '12500000' } })
    }
  expect(warned).toBeGreaterThan(20)
})
