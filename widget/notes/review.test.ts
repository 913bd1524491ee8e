// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import type { Simulation } from '#protocol/simulation.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { callWords } from '#widget/calls/call-words.ts'
import { drawCall } from '#widget/calls/draw-call.ts'
import type { SendScreens } from '#widget/flows/send-screens.ts'
import { askConfirm } from '#widget/screens/confirm-screen.ts'
import { h } from '#widget/screens/dom.ts'
import { drawCoins } from '#widget/screens/draw-coins.ts'
import { createStage } from '#widget/screens/stage.ts'
import { listMutants, listPaths, valueAt, withChange } from '#widget/testing/mutations.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { en, notesEn, tickFirst } from '#widget/texts/en.ts'

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
  const world = widgetWorld.flows({ operations: ['create', 'transfer', 'approve', 'execute'] })
  const wallet = await world.withWallet()
  const saw = (more: Partial<Simulation>, taken = '-12500000') => {
    const move = (account: string, amount: string) => ({ tokenAddress: COIN, account, amount })
    const changes = [move(wallet, taken), move(FRIEND, '12500000')]
    world.server.simulated = { simulation: { changes, approvals: [], ...more } }
  }
  /** Leaves the previous flow, starts a flow for this call, and displays its confirm screen. */
  async function shown(call: WidgetCall) {
    world.leaving.controller.abort(new Error('left'))
    world.comeBack()
    world.clock.advance(60_000)
    const view = await new Promise<View>((resolve) => {
      const stay = (drawn: View) => {
        resolve(drawn)
        return new Promise<never>(() => {})
      }
      void world.sign(call, sendPerson({ askConfirm: stay })).catch(() => {})
    })
    return draw(view)
  }
  return { world, wallet, saw, shown }
}

/** Resolves after immediate responses have arrived. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The screen before and after the responses arrive. */
async function draw(view: View) {
  const parts = { base: h('div'), card: h('div'), status: h('div') }
  document.body.replaceChildren(parts.card)
  const { signal } = new AbortController()
  const isCoins = view.confirmation.description.kind === 'erc20-transfer'
  const messages = isCoins ? en : callWords(en)
  const stage = createStage(parts, messages, { signal, cancel: () => {}, focusIsFree: () => false })
  let answered: string | undefined
  const answer = askConfirm({ ...stage, adopt: () => {} }, view, isCoins ? drawCoins : drawCall)
  void answer.then((one) => (answered = one))
  const form = parts.card.querySelector('form')
  const first = parts.card.textContent
  await settled()
  const place = parts.card.querySelector<HTMLElement>('.differs')
  const submit = async () => {
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    return answered
  }
  const confirm = parts.card.querySelector<HTMLButtonElement>('button[type=submit]')
  const given = () => answered
  return {
    view,
    card: parts.card,
    first,
    place,
    submit,
    confirm,
    answered: given,
    red: place?.querySelector('.problem')?.textContent,
  }
}

test('behavior: a differing simulation is red with token, account and both values, and everything else stays', async () => {
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

test('behavior: a call with a difference can be confirmed only with the box ticked', async () => {
  const { saw, shown } = await opened()
  saw({}, '-99000000')
  const { card, submit } = await shown(SEND)
  expect(await submit()).toBeUndefined()
  expect(card.textContent).toContain(tickFirst)
  const box = card.querySelector<HTMLInputElement>('#understood')
  if (box) box.checked = true
  expect(await submit()).toBe('confirm')
})

test('behavior: an approval that is not in the call is red too, for one NFT and for all of them', async () => {
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

test('behavior: a simulation that matches the display changes nothing and asks nothing', async () => {
  const { saw, shown, world } = await opened()
  saw({})
  const { card, first, place, submit } = await shown(SEND)
  expect([card.textContent, place?.hidden]).toEqual([first, true])
  expect(await submit()).toBe('confirm')
  const asked = world.server.requests.find(({ line }) => line === `POST ${SIMULATE}`)
  expect(Object.keys(Object(asked?.body))).toEqual(['walletAddress', 'toAddress', 'value', 'data'])
})

test('error: a server that does not simulate, or fails → shows a line about it, and the call can be confirmed', async () => {
  const { world, shown } = await opened()
  for (const interrupt of [() => undefined, () => 'lost' as const, () => new Response('', { status: 500 })]) {
    world.server.interrupt = (line) => (line.endsWith(SIMULATE) ? interrupt() : undefined)
    const { place, red, submit } = await shown(SEND)
    expect([place?.textContent, red]).toEqual([notesEn.simulation.missing, undefined])
    expect(await submit()).toBe('confirm')
  }
})

test('error: a server that never responds → the passkey prompt waits for at most four seconds', async () => {
  const { world } = await opened()
  const { post } = world.common.api
  const silent = (...given: Parameters<typeof post>) =>
    given[0] === SIMULATE ? new Promise<never>(() => {}) : post(...given)
  Object.assign(world.common.api, { post: silent })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent = world.send()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(world.emitted.beforeSign).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await sent.finally(() => vi.useRealTimers())
  expect(world.server.executed).toHaveLength(1)
})

const POLICY = { policyId: '0b5b3c0e-7a55-4a3e-9c52-0d5b4b0a9a11', policyName: 'Daily limit' }
const FAILS = { simulation: { outcome: 'fails', reason: 'no such item', notHeld: { tokenId: '7' } } }
const BLOCKED = { policies: { outcome: 'blocked', ...POLICY, reason: 'x' } }

test.each([
  ['would fail', FAILS, 'TRANSACTION_REVERTS', [notesEn.simulation.fails, 'token ID 7', 'no such item']],
  ['a policy blocks', BLOCKED, 'POLICY_REFUSED', ['Blocked by the policy “Daily limit”.']],
])(
  'behavior: a call that %s cannot be confirmed until another check passes',
  async (_, answer, code, texts) => {
    const { world, saw, shown } = await opened()
    world.server.simulated = answer
    const { card, confirm, place, submit, red = '' } = await shown(SEND)
    for (const text of texts) expect(red).toContain(text)
    expect(confirm?.disabled).toBe(true)
    expect(await submit()).toBeUndefined()
    saw({})
    place?.querySelector('button')?.click()
    expect(card.textContent).toContain(notesEn.simulation.checking)
    await expect.poll(() => confirm?.disabled).toBe(false)
    expect(await submit()).toBe('confirm')

    // The flow does not open the passkey prompt, whatever the screen does.
    world.server.simulated = answer
    world.leaving.controller.abort(new Error('left'))
    world.comeBack()
    const problems: (string | undefined)[] = []
    const askConfirm = async ({ problem }: View) => {
      problems.push(problem?.code)
      if (problem !== undefined) throw new Error('left')
      return 'confirm' as const
    }
    await expect(world.sign(SEND, sendPerson({ askConfirm }))).rejects.toThrow('left')
    expect(problems).toEqual([undefined, code])
    expect([world.emitted.beforeSign, world.server.executed]).toEqual([[], []])
  },
)

test.each([
  ['administrator', notesEn.simulation.orgApproval('Daily limit')],
  ['end-user', notesEn.simulation.ownApproval],
])('behavior: names an approval by an %s, and the call can be confirmed', async (by, sentence) => {
  const { world, saw, shown } = await opened()
  saw({})
  const policies = { outcome: 'needs-approval', by, ...(by === 'administrator' && POLICY) }
  world.server.simulated = { ...Object(world.server.simulated), policies }
  const { place, submit } = await shown(SEND)
  expect(place?.textContent).toBe(sentence)
  expect(await submit()).toBe('confirm')
})

test.each([
  ['does what is shown → it counts', '-12500000', 'confirm'],
  ['differs → it does not count', '-99000000', undefined],
])('behavior: confirmed before the review has arrived, and the call %s', async (_, taken, expected) => {
  const { world, saw, shown } = await opened()
  saw({}, taken)
  const { post } = world.common.api
  let release = () => {}
  const slow = async (...given: Parameters<typeof post>) => {
    if (given[0] === SIMULATE) await new Promise<void>((resolve) => (release = resolve))
    return post(...given)
  }
  Object.assign(world.common.api, { post: slow })
  const { answered, card, submit } = await shown(SEND)
  expect(await submit()).toBeUndefined()
  expect(card.textContent).toContain(notesEn.simulation.checking)
  release()
  await expect.poll(() => card.textContent).not.toContain(notesEn.simulation.checking)
  await settled()
  expect(answered()).toBe(expected)
})

test('error: a lie about the simulation only adds a warning, and changes neither the signed nor the displayed call', async () => {
  const { world, saw, shown } = await opened()
  saw({}, '-99000000')
  const answer = world.server.simulated
  let warned = 0
  for (const path of listPaths(answer))
    for (const mutant of listMutants(valueAt(answer, path))) {
      world.server.simulated = withChange(answer, path, mutant) ?? null
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

test.each<[string, object | undefined, isDay: boolean]>([
  ['people of the organization', { outcome: 'needs-approval', ...POLICY, by: 'administrator' }, true],
  ['the end-user', { outcome: 'needs-approval', by: 'end-user' }, false],
  ['nobody', undefined, false],
])('behavior: how long a call is valid that needs the approval of %s', async (_who, policies, isDay) => {
  const { world, saw, shown } = await opened()
  saw({})
  world.server.simulated = { ...Object(world.server.simulated), ...(policies && { policies }) }
  const { view } = await shown(SEND)
  const { expiresInSeconds, call, digest, chainId } = view.confirmation
  expect(expiresInSeconds > 80_000).toBe(isDay)
  expect(expiresInSeconds).toBeLessThanOrEqual(86_400)
  expect(executeDigest(chainId, call)).toBe(digest)
})
