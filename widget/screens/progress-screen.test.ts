import { afterEach, beforeEach, expect, test, vi } from 'vitest'
// @vitest-environment happy-dom
import { DATE_AND_TIME } from '#protocol/display/date-and-time.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import openHeld from '#widget/held/open-held.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { en, heldEn } from '#widget/texts/en.ts'
import { h } from './dom.ts'
import { drawCoins } from './draw-coins.ts'
import { showProgress } from './progress-screen.ts'
import { createStage } from './stage.ts'

const UUID = '0b5b3c0e-7a55-4a3e-9c52-0d5b4b0a9a11'

/** The progress of a held transfer of 12.5 tokens, as a flow reports it. */
async function heldProgress(): Promise<Progress> {
  const world = await widgetWorld.wallet({ held: true, statuses: ['PENDING_USER_APPROVAL', 'CONFIRMED'] })
  const person = await world.sent()
  const held = person.views('showProgress').find(({ number }) => number !== undefined)
  if (held === undefined) throw new Error('it was never held')
  return held
}

let held: Progress
let nowMs: number
const onward = { another: vi.fn(), again: vi.fn() }

beforeEach(async () => {
  held = await heldProgress()
  nowMs = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  onward.again.mockClear()
})

function show(changes: Partial<Progress> = {}, canSendMore = true) {
  const parts = { base: h('div'), card: h('div'), status: h('p') }
  document.body.replaceChildren(parts.card)
  const { signal } = new AbortController()
  const stage = createStage(parts, en, { signal, cancel: () => {}, focusIsFree: () => false })
  showProgress(
    stage,
    { ...held, ...changes },
    {
      onward: { ...onward, another: canSendMore ? onward.another : undefined },
      draw: drawCoins,
      held: openHeld(),
      now: () => nowMs,
    },
  )
  const text = (selector: string) => parts.card.querySelector(selector)?.textContent
  const buttons = () =>
    [...parts.card.querySelectorAll('.actions button')].map((button) => button.textContent)
  return { parts, text, buttons }
}

test('behavior: a held transfer shows the number, the time left, the link to the app, the mail, and the signed call', () => {
  const { text, parts, buttons } = show({ expiresAtMs: 65_000, notified: true, email: 'mira@example.com' })
  expect(text('h2')).toBe('Waiting for your approval')
  expect(text('h3')).toBe('Pick 42')
  expect(text('[role=timer]')).toBe('Time left: 1:05')
  expect(parts.card.querySelector('a')?.getAttribute('href')).toBe(
    `https://wallets.example/approve#transaction=${UUID}`,
  )
  expect(text('.hint')).toBe('We sent a link to mira@example.com.')
  expect(text('.amount strong')).toBe('12.5 DEMO')
  expect(text('.fingerprint')).toBe(held.confirmation.fingerprint)
  expect([...parts.card.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
    'To',
    'Fee',
    'From',
    'Token',
    'Network',
    'Verification words',
  ])
  expect(buttons()).toEqual(['Send more'])
})

test('behavior: the time counts down to zero and stops when the element leaves the page', () => {
  const { text, parts } = show({ expiresAtMs: 2_500 })
  const seen = []
  for (let second = 0; second < 5; second += 1) {
    seen.push(text('[role=timer]'))
    nowMs += 1_000
    vi.advanceTimersByTime(1_000)
  }
  expect(seen.map((shown) => shown?.replace('Time left: ', ''))).toEqual([
    '0:03',
    '0:02',
    '0:01',
    '0:00',
    '0:00',
  ])
  parts.card.remove()
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('behavior: does not claim facts that the service does not report', () => {
  const unknown = { number: undefined, expiresAtMs: undefined, approvalUrl: undefined, notified: false }
  const { text } = show({ ...unknown, ended: true })
  for (const selector of ['h3', '[role=timer]', 'a', '.hint', '.bar'])
    expect(text(selector), selector).toBeUndefined()
  expect(text('.lede')).toMatch(/in your approval app.*does not report the status/)
})

test('behavior: a transfer that was not decided in time, according to the service, is no longer shown as pending', () => {
  const late = { number: undefined, expiresAtMs: 60_000, ended: true } as const
  nowMs = 59_999
  expect(show(late).text('h2')).toBe(heldEn.states.PENDING_USER_APPROVAL.heading)
  nowMs = 60_000
  const { text } = show(late)
  expect(text('h2')).toBe(heldEn.unseen.heading)
  expect(text('.lede')).toBe(`${heldEn.overdue} ${en.progress.noStatus}`)
  for (const selector of ['h3', '[role=timer]', 'a']) expect(text(selector), selector).toBeUndefined()
})

test('behavior: a transfer held for an administrator shows the number to read out, and no link to the app for this person', () => {
  const { text } = show({ forOrganization: true, notified: true, email: 'mira@example.com' })
  expect([text('h2'), text('.lede'), text('h3')]).toEqual([heldEn.other.heading, heldEn.other.text, '42'])
  for (const selector of ['a', '.hint']) expect(text(selector), selector).toBeUndefined()
})

test('behavior: a sent transfer without later states is not promised in a few seconds', () => {
  const sent = {
    status: 'SUBMITTED',
    number: undefined,
    expiresAtMs: undefined,
    approvalUrl: undefined,
  } as const
  expect(show(sent).text('.lede')).toBe(en.states.SUBMITTED.text)
  const { text, parts } = show({ ...sent, ended: true })
  expect(text('.lede')).toBe(en.progress.noStatus)
  expect(parts.status.textContent).toBe(`${en.states.SUBMITTED.heading}. ${en.progress.noStatus}`)
})

test('behavior: a lost connection is shown visibly and to assistive technology', () => {
  const { text, parts } = show({ lost: true })
  expect(text('.note')).toMatch(/No usable response/)
  expect(parts.status.textContent).toMatch(/No usable response/)
  expect(text('h3')).toBe('Pick 42')
})

test.each([
  ['EXPIRED', false, true],
  ['FAILED', false, true],
  ['REJECTED', false, true],
  ['REJECTED', true, false],
  ['CONFIRMED', false, false],
] as const)('behavior: %s (reported: %s) offers to prepare again: %s', (status, reported, offered) => {
  const { buttons, parts } = show({ status, reported, ended: true, number: undefined })
  expect(buttons().includes('Prepare again')).toBe(offered)
  expect(buttons()).toContain('Send more')
  parts.card.querySelector<HTMLButtonElement>('.actions button')?.click()
  expect(onward.again).toHaveBeenCalledTimes(offered ? 1 : 0)
})

test('behavior: a failed transfer that can still be executed shows its deadline, and offers no new one instead', () => {
  const look = vi.fn<() => void>()
  const executableUntil = '2026-11-23T12:05:00Z'
  const { text, buttons, parts } = show({ status: 'FAILED', executableUntil, look, number: undefined })
  expect(text('h2')).toBe('The transfer failed')
  const time = new Date(executableUntil).toLocaleString('en', DATE_AND_TIME)
  expect(text('.lede')).toContain(`until ${time} it still can`)
  expect(parts.card.textContent).not.toMatch(/still in your wallet/)
  expect(buttons()).toEqual(['Try again', 'Send more'])
  parts.card.querySelector<HTMLButtonElement>('.actions .main')?.click()
  expect(look).toHaveBeenCalledTimes(1)
  expect(show({ status: 'FAILED', ended: true, number: undefined }).text('.lede')).toMatch(
    /still in your wallet/,
  )
})

test('behavior: if a signed transfer may have been sent, no text says that it was stopped or not sent', () => {
  const problem = new WidgetError('OUTCOME_UNKNOWN')
  const unsure = { unsure: true, look: vi.fn<() => void>(), problem, ended: true, number: undefined }
  const { text, buttons, parts } = show({ ...unsure, status: 'SUBMITTED' })
  expect(text('[role=alert]')).toContain('It may have been sent')
  expect(text('.lede')).toMatch(/may be on its way.*the same signature/)
  expect(parts.card.textContent).not.toMatch(/stopped|Nothing was sent|not sent/)
  expect(buttons()).toEqual(['Try again', 'Send more'])
})

test('behavior: a page that has set everything offers no other transfer', () => {
  const { buttons } = show({ status: 'EXPIRED', ended: true, number: undefined }, false)
  expect(buttons()).toEqual(['Prepare again'])
})

test('error: an ended session is shown as a problem', () => {
  const { text } = show({ ended: true, problem: new WidgetError('SESSION_EXPIRED') })
  expect(text('[role=alert]')).toMatch(/session has ended/)
  expect(text('.lede')).not.toMatch(/does not report/)
})

test('behavior: an unknown outcome is shown as such, with the id for support and a button to check again', () => {
  const look = vi.fn<() => void>()
  const problem = new WidgetError('NETWORK_FAILED')
  const { text, parts, buttons } = show({ look, problem, ended: true, number: undefined })
  expect(text('h2')).toBe('Status unknown')
  expect(text('[role=alert]')).toContain(en.errors.NETWORK_FAILED)
  expect(text('.lede')).not.toMatch(/is confirming|does not report/)
  expect(parts.card.textContent).toContain(UUID)
  expect(buttons()[0]).toBe('Try again')
  parts.card.querySelector<HTMLButtonElement>('.actions .main')?.click()
  expect(look).toHaveBeenCalledTimes(1)
})

test.each([
  [8453, 'Base · Chain 8453'],
  [84_001, 'Chain 84001'],
])('behavior: the network of chain %i is called %s, from our own list', (chainId, name) => {
  const { parts } = show({ confirmation: { ...held.confirmation, chainId } })
  expect(parts.card.textContent).toContain(name)
  expect(parts.card.textContent?.includes(' · Chain')).toBe(name.includes('·'))
})
