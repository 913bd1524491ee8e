import { expect, test } from 'vitest'
import { EXECUTE, walletHarness, type WalletHarness } from '#widget/testing/create-harness.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/stand-in-server.ts'

/** Attributes of a page for "Pay 12.5". */
const PAGE = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

const HELD = ['PENDING_USER_APPROVAL', 'APPROVED', 'CONFIRMED']

/** Reloads the page as soon as the transfer is displayed, or while its outcome is unknown. */
async function leaveWhile(harness: WalletHarness, state: 'sent' | 'unsure') {
  const person = sendPerson({ showProgress: ({ unsure }) => (unsure || state === 'sent') && harness.leave() })
  await expect(harness.send(person)).rejects.toThrow('left')
  harness.comeBack()
}

/** A signed transfer whose execute request never reached the server. */
async function neverArrived() {
  const harness = await walletHarness()
  harness.failOnce(EXECUTE, 'lost')
  await leaveWhile(harness, 'unsure')
  return harness
}

async function heldHarness(statuses = HELD) {
  const harness = await walletHarness({ held: true, statuses: [...statuses] })
  await leaveWhile(harness, 'sent')
  return harness
}

test('behavior: after a reload, the held transfer is followed as signed and not executed again', async () => {
  const harness = await heldHarness()
  const person = sendPerson()
  const executed = await harness.send(person)
  expect(person.seen.map(({ name }) => name)).not.toContain('askTransfer')
  expect(executed.digest).toBe(harness.world.executed[0]?.digest)
  expect(person.views('showProgress').map(({ status }) => status)).toEqual(HELD)
  expect(person.views('showProgress')[0]).toMatchObject({
    number: 42,
    confirmation: {
      digest: executed.digest,
      call: { walletAddress: harness.address },
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
  expect(harness.executions()).toBe(1)
})

test('behavior: an end that came while the page was closed is shown once', async () => {
  const harness = await heldHarness(['EXPIRED'])
  const person = await harness.sent()
  expect(person.views('showProgress').map(({ status, ended }) => [status, ended])).toEqual([
    ['EXPIRED', true],
  ])
  expect(harness.emitted.statuses.at(-1)).toBe('EXPIRED')
  const next = await harness.sent()
  expect(next.views('askTransfer')).toHaveLength(1)
})

test('behavior: a page reloaded before the execute response finds the transfer by its digest', async () => {
  const harness = await walletHarness({ held: true, statuses: ['PENDING_USER_APPROVAL', 'CONFIRMED'] })
  harness.world.tamper = (line, content) => {
    if (line !== EXECUTE) return content
    throw new TypeError('Failed to fetch')
  }
  harness.world.interrupt = (line) => (line === 'GET /transactions' ? 'lost' : undefined)
  await leaveWhile(harness, 'unsure')
  harness.world.tamper = (_line, content) => content
  harness.world.interrupt = () => undefined
  const back = await harness.sent()
  expect(back.views('askTransfer')).toEqual([])
  expect(back.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
  expect(harness.executions()).toBe(1)
})

test('behavior: after a reload, a call that never arrived is submitted with the same signature, and only if the person retries', async () => {
  const harness = await neverArrived()
  const back = await harness.sent({ showProgress: ({ look }) => look?.() })
  expect(back.views('askTransfer')).toEqual([])
  expect(back.views('showProgress')[0]).toMatchObject({ unsure: true, problem: { code: 'OUTCOME_UNKNOWN' } })
  expect(back.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
  expect(harness.world.executed).toHaveLength(1)
  expect(harness.authenticator.prompts.get).toBe(1)
})

test('behavior: a call that never arrived is deleted after its expiration, and the form is shown', async () => {
  const harness = await neverArrived()
  harness.clock.advance(601_000)
  const back = await harness.sent()
  expect(back.views('askTransfer')).toHaveLength(1)
  expect(harness.world.executed).toHaveLength(1)
})

test('error: a stored request that was changed is not submitted', async () => {
  const harness = await neverArrived()
  for (const [key, value] of harness.stored)
    if (key.startsWith('latchkey:sent:'))
      harness.stored.set(key, value.replace(String.raw`\"fee\":\"0`, String.raw`\"fee\":\"1`))
  await expect(harness.send()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  expect(harness.world.executed).toEqual([])
})

test('behavior: a reload between “sent” and “confirmed” makes no second payment, and the page gets the end of the first', async () => {
  const harness = await walletHarness({ statuses: ['SUBMITTED', 'SUBMITTED', 'CONFIRMED'] })
  await leaveWhile(harness, 'sent')
  const { digest } = harness.emitted.executed[0] ?? {}
  const person = await harness.sent({}, PAGE)
  expect(person.views('askConfirm')).toEqual([])
  expect(harness.emitted.changes.at(-1)).toMatchObject({ digest, status: 'CONFIRMED' })
  expect(harness.world.executed).toHaveLength(1)
  const next = await harness.sent({}, PAGE)
  expect(next.views('askConfirm')).toHaveLength(1)
})

test.each([[false], [true]])(
  'behavior: another device of the same person finds the unfinished call (held: %s) as the server reports it',
  async (held) => {
    const statuses = held ? [...HELD] : ['SUBMITTED', 'CONFIRMED']
    const harness = await walletHarness({ held, statuses })
    await leaveWhile(harness, 'sent')
    harness.stored.clear()
    const person = sendPerson()
    const { digest } = await harness.send(person, PAGE)
    expect(person.views('askConfirm')).toEqual([])
    expect(digest).toBe(harness.world.executed[0]?.digest)
    expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
    expect(harness.executions()).toBe(1)
  },
)

test('behavior: on another device, an empty form and a page with another call do not find it', async () => {
  const harness = await walletHarness({ statuses: ['SUBMITTED'] })
  await leaveWhile(harness, 'sent')
  harness.stored.clear()
  for (const input of [{}, { ...PAGE, amount: '3' }]) {
    const person = sendPerson({ askConfirm: async () => harness.leave() })
    await expect(harness.send(person, input)).rejects.toThrow('left')
    expect(person.views('askConfirm')).toHaveLength(1)
    harness.comeBack()
  }
})

test('behavior: a call that a person has left is not shown again while the page is open, but is after a reload', async () => {
  const harness = await heldHarness()
  const digest = harness.world.executed[0]?.digest ?? ''
  harness.common.memory.aside.add(digest)
  const person = sendPerson({ askConfirm: async () => harness.leave() })
  await expect(harness.send(person)).rejects.toThrow('left')
  expect(person.views('askTransfer')).toHaveLength(1)
  harness.comeBack()
  harness.common.memory.aside.clear()
  await harness.send(person)
  expect(harness.emitted.changes.at(-1)).toMatchObject({ digest, status: 'CONFIRMED' })
})

test('behavior: a tab that is meanwhile at the confirm screen signs, but submits no second call', async () => {
  const harness = await walletHarness({ statuses: ['SUBMITTED', 'SUBMITTED', 'CONFIRMED'] })
  const second = await harness.sent(
    {
      askConfirm: async () => {
        if (harness.world.executed.length === 0) {
          harness.comeBack()
          await leaveWhile(harness, 'sent')
        }
        return 'confirm'
      },
    },
    PAGE,
  )
  expect(second.views('askConfirm')).toHaveLength(1)
  expect(second.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED' })
  expect(harness.world.executed).toHaveLength(1)
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
  const harness = await heldHarness(['PENDING_USER_APPROVAL', 'CONFIRMED'])
  const leave = async () => harness.leave()
  const person = sendPerson({ askConfirm: leave, askTransfer: leave })
  await harness.send(person, input).catch(() => {})
  expect(person.views('showProgress').length > 0).toBe(isSame)
  expect(harness.executions()).toBe(1)
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
  const harness = await heldHarness()
  harness.world.facts = { [field]: value }
  const person = sendPerson()
  await expect(harness.send(person)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  expect(person.views('showProgress')).toEqual([])
})

test('behavior: if the server has forgotten the transaction or reports nothing, no new call is possible until its expiration', async () => {
  const harness = await heldHarness()
  harness.world.extensions = false
  const early = await harness.sent()
  expect(early.views('askTransfer')).toEqual([])
  expect(early.views('showProgress').at(-1)).toMatchObject({ status: 'PENDING_USER_APPROVAL', ended: true })
  harness.clock.advance(601_000)
  const late = await harness.sent()
  expect(late.views('askTransfer')).toHaveLength(1)
})

test('error: while the server cannot report the state, no second transfer is made', async () => {
  const harness = await heldHarness()
  harness.world.interrupt = (line) => (line.startsWith('GET /transactions') ? 'lost' : undefined)
  const person = sendPerson()
  await expect(harness.send(person)).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  expect(person.views('askTransfer')).toEqual([])
})

test('behavior: preparing again opens the confirm screen with the same transfer as a new call', async () => {
  const harness = await walletHarness({ held: true, statuses: ['EXPIRED'] })
  await harness.send()
  const person = await harness.sent({}, { again: { walletAddress: harness.address, draft: PAGE } })
  expect(person.views('askTransfer')).toEqual([])
  expect(person.views('askConfirm')[0]).toMatchObject({ canGoBack: true })
  const [first, second] = harness.world.executed
  expect(second?.request.params).toEqual(first?.request.params)
  expect(second?.digest).not.toBe(first?.digest)
})

test('behavior: after an expiration that followed a lost response, the first try is looked up before a second one', async () => {
  const harness = await walletHarness({ held: true, statuses: ['EXPIRED'] })
  harness.world.tamper = (line, content) => {
    if (line !== EXECUTE) return content
    throw new TypeError('Failed to fetch')
  }
  harness.failOnce('GET /transactions', 'lost')
  const person = await harness.sent({
    showProgress({ look }) {
      harness.clock.advance(900_000)
      look?.()
    },
  })
  expect(person.views('askConfirm')).toHaveLength(1)
  expect(harness.executions()).toBe(1)
})
