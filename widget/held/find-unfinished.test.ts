import { expect, test } from 'vitest'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { EXECUTE, type BrowserWallet } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/** Attributes of a page for "Pay 12.5". */
const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

const HELD = ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED']

/** Reloads the page as soon as the transfer is displayed, or while its outcome is unknown. */
async function leaveWhile(world: BrowserWallet, state: 'sent' | 'unsure') {
  const person = sendPerson({ showProgress: ({ unsure }) => (unsure || state === 'sent') && world.leave() })
  await expect(world.send(person)).rejects.toThrow('left')
  world.comeBack()
}

/** A signed transfer whose execute request never reached the server. */
async function neverArrived() {
  const world = await widgetWorld.wallet()
  world.failOnce(EXECUTE, 'lost')
  await leaveWhile(world, 'unsure')
  return world
}

async function heldWorld(statuses = HELD) {
  const world = await widgetWorld.wallet({ held: true, statuses: [...statuses] })
  await leaveWhile(world, 'sent')
  return world
}

test('behavior: after a reload, the held transfer is followed as signed and not executed again', async () => {
  const world = await heldWorld()
  const person = sendPerson()
  const executed = await world.send(person)
  expect(person.seen.map(({ name }) => name)).not.toContain('askTransfer')
  expect(executed.digest).toBe(world.server.executed[0]?.digest)
  expect(person.views('showProgress').map(({ status }) => status)).toEqual(HELD)
  expect(person.views('showProgress')[0]).toMatchObject({
    number: 42,
    confirmation: {
      digest: executed.digest,
      call: { walletAddress: world.address },
      coin: { symbol: 'DEMO' },
      description: {
        kind: 'erc20-transfer',
        fields: [
          { label: 'amount', value: { text: '12.5', symbol: 'DEMO' } },
          { label: 'to', value: { address: FRIEND } },
          { label: 'token', value: { address: COIN } },
        ],
      },
    },
  })
  expect(world.executions()).toBe(1)
})

test('behavior: an end that came while the page was closed is shown once', async () => {
  const world = await heldWorld(['EXPIRED'])
  const person = await world.sent()
  expect(person.views('showProgress').map(({ status, ended }) => [status, ended])).toEqual([
    ['EXPIRED', true],
  ])
  expect(world.emitted.statuses.at(-1)).toBe('EXPIRED')
  const next = await world.sent()
  expect(next.views('askTransfer')).toHaveLength(1)
})

test('behavior: a page reloaded before the execute response finds the transfer by its digest', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['PENDING_USER_APPROVAL', 'CONFIRMED'] })
  world.server.tamper = (line, content) => {
    if (line !== EXECUTE) return content
    throw new TypeError('Failed to fetch')
  }
  world.server.interrupt = (line) => (line === 'GET /transactions' ? 'lost' : undefined)
  await leaveWhile(world, 'unsure')
  world.server.tamper = (_line, content) => content
  world.server.interrupt = () => undefined
  const back = await world.sent()
  expect(back.views('askTransfer')).toEqual([])
  expect(back.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
  expect(world.executions()).toBe(1)
})

test('behavior: after a reload, a call that never arrived is submitted with the same signature, and only if the person retries', async () => {
  const world = await neverArrived()
  const back = await world.sent({ showProgress: ({ look }) => look?.() })
  expect(back.views('askTransfer')).toEqual([])
  expect(back.views('showProgress')[0]).toMatchObject({ unsure: true, problem: { code: 'OUTCOME_UNKNOWN' } })
  expect(back.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
  expect(world.server.executed).toHaveLength(1)
  expect(world.authenticator.prompts.get).toBe(1)
})

test('behavior: a call that never arrived is deleted after its expiration, and the form is shown', async () => {
  const world = await neverArrived()
  world.clock.advance(601_000)
  const back = await world.sent()
  expect(back.views('askTransfer')).toHaveLength(1)
  expect(world.server.executed).toHaveLength(1)
})

test('error: a stored request that was changed is not submitted', async () => {
  const world = await neverArrived()
  for (const [key, value] of world.stored)
    if (key.startsWith('latchkey:sent:'))
      world.stored.set(key, value.replace(String.raw`\"fee\":\"0`, String.raw`\"fee\":\"1`))
  await expect(world.send()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  expect(world.server.executed).toEqual([])
})

test('behavior: a reload between “sent” and “confirmed” makes no second payment, and the page gets the end of the first', async () => {
  const world = await widgetWorld.wallet({ statuses: ['SUBMITTED', 'SUBMITTED', 'CONFIRMED'] })
  await leaveWhile(world, 'sent')
  const { digest } = world.emitted.executed[0] ?? {}
  const person = await world.sent({}, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(world.emitted.changes.at(-1)).toMatchObject({ digest, status: 'CONFIRMED' })
  expect(world.server.executed).toHaveLength(1)
  const next = await world.sent({}, PAGE)
  expect(next.views('askConfirm')).toHaveLength(1)
})

test.each([[false], [true]])(
  'behavior: another device of the same person finds the unfinished call (held: %s) as the server reports it',
  async (held) => {
    const statuses = held ? [...HELD] : ['SUBMITTED', 'CONFIRMED']
    const world = await widgetWorld.wallet({ held, statuses })
    await leaveWhile(world, 'sent')
    world.stored.clear()
    const person = sendPerson()
    const { digest } = await world.send(person, PAGE)
    expect(person.views('askConfirm')).toEqual([])
    expect(digest).toBe(world.server.executed[0]?.digest)
    expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
    expect(world.executions()).toBe(1)
  },
)

test('behavior: on another device, an empty form and a page with another call do not find it', async () => {
  const world = await widgetWorld.wallet({ statuses: ['SUBMITTED'] })
  await leaveWhile(world, 'sent')
  world.stored.clear()
  for (const input of [{}, { ...PAGE, amount: '3' }]) {
    const person = sendPerson({ askConfirm: async () => world.leave() })
    await expect(world.send(person, input)).rejects.toThrow('left')
    expect(person.views('askConfirm')).toHaveLength(1)
    world.comeBack()
  }
})

test('behavior: a call that a person has left is not shown again while the page is open, but is after a reload', async () => {
  const world = await heldWorld()
  const digest = world.server.executed[0]?.digest ?? ''
  world.common.memory.aside.add(digest)
  const person = sendPerson({ askConfirm: async () => world.leave() })
  await expect(world.send(person)).rejects.toThrow('left')
  expect(person.views('askTransfer')).toHaveLength(1)
  world.comeBack()
  world.common.memory.aside.clear()
  await world.send(person)
  expect(world.emitted.changes.at(-1)).toMatchObject({ digest, status: 'CONFIRMED' })
})

test('behavior: a tab that is meanwhile at the confirm screen signs, but submits no second call', async () => {
  const world = await widgetWorld.wallet({ statuses: ['SUBMITTED', 'SUBMITTED', 'CONFIRMED'] })
  const second = await world.sent(
    {
      askConfirm: async () => {
        if (world.server.executed.length === 0) {
          world.comeBack()
          await leaveWhile(world, 'sent')
        }
        return 'confirm'
      },
    },
    PAGE,
  )
  expect(second.views('askConfirm')).toHaveLength(1)
  expect(second.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
  expect(world.server.executed).toHaveLength(1)
})

test.each([
  [
    'the same transfer, written otherwise',
    { tokenAddress: COIN.toLowerCase(), to: FRIEND, amount: '12.50' },
    true,
  ],
  ['only the same recipient', { to: FRIEND.toLowerCase() }, true],
  ['another amount', { tokenAddress: COIN, to: FRIEND, amount: '12.51' }, false],
  ['another recipient', { tokenAddress: COIN, to: COIN, amount: '12.5' }, false],
  ['an amount that is none', { to: FRIEND, amount: 'x' }, false],
])('behavior: a page that sets %s', async (_name, input, isSame) => {
  const world = await heldWorld(['PENDING_USER_APPROVAL', 'CONFIRMED'])
  const leave = async () => world.leave()
  const person = sendPerson({ askConfirm: leave, askTransfer: leave })
  await world.send(person, input).catch(() => {})
  expect(person.views('showProgress').length > 0).toBe(isSame)
  expect(world.executions()).toBe(1)
})

test.each([
  ['toAddress', FRIEND],
  ['value', '1'],
  ['data', '0x'],
  ['expiration', '1800000000'],
  ['fee', '1'],
  ['feeCoinAddress', FRIEND],
  ['feeWithdrawAddress', FRIEND],
  // Another transaction with the remembered uuid.
  ['digest', `0x${'11'.repeat(32)}`],
])('error: a server that reports another %s than the signed one is stopped', async (field, value) => {
  const world = await heldWorld()
  world.server.facts = { [field]: value }
  const person = sendPerson()
  await expect(world.send(person)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  expect(person.views('showProgress')).toEqual([])
})

test('behavior: if the server has forgotten the transaction or reports nothing, no new call is possible until its expiration', async () => {
  const world = await heldWorld()
  world.server.extensions = false
  const early = await world.sent()
  expect(early.views('askTransfer')).toEqual([])
  expect(early.views('showProgress').at(-1)).toMatchObject({ status: 'PENDING_USER_APPROVAL', ended: true })
  world.clock.advance(601_000)
  const late = await world.sent()
  expect(late.views('askTransfer')).toHaveLength(1)
})

test('error: while the server cannot report the state, no second transfer is made', async () => {
  const world = await heldWorld()
  world.server.interrupt = (line) => (line.startsWith('GET /transactions') ? 'lost' : undefined)
  const person = sendPerson()
  await expect(world.send(person)).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  expect(person.views('askTransfer')).toEqual([])
})

test('behavior: preparing again opens the confirm screen with the same transfer as a new call', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['EXPIRED'] })
  await world.send()
  const person = await world.sent({}, { again: { walletAddress: world.address, draft: PAGE } })
  expect(person.views('askTransfer')).toEqual([])
  expect(person.views('askConfirm')[0]).toMatchObject({ canGoBack: true })
  const [first, second] = world.server.executed
  expect(second?.request.params).toEqual(first?.request.params)
  expect(second?.digest).not.toBe(first?.digest)
})

test('behavior: after an expiration that followed a lost response, the first try is looked up before a second one', async () => {
  const world = await widgetWorld.wallet({ held: true, statuses: ['EXPIRED'] })
  world.server.tamper = (line, content) => {
    if (line !== EXECUTE) return content
    throw new TypeError('Failed to fetch')
  }
  world.failOnce('GET /transactions', 'lost')
  const person = await world.sent({
    showProgress({ look }) {
      world.clock.advance(900_000)
      look?.()
    },
  })
  expect(person.views('askConfirm')).toHaveLength(1)
  expect(world.executions()).toBe(1)
})
