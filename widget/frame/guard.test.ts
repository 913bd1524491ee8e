// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guardSight } from './guard.ts'
import { IN_SIGHT_MS } from './watch-sight.ts'

type Sight = { ratio?: number; isVisible?: boolean }

/** An observer that reports entries given by the test. */
class Observer {
  static current: Observer | undefined
  readonly observed = new Set<Element>()
  readonly options: Record<string, unknown>
  readonly #note: (entries: unknown[]) => void

  constructor(note: (entries: unknown[]) => void, options: Record<string, unknown>) {
    this.#note = note
    this.options = options
    Observer.current = this
  }

  observe(target: Element) {
    this.observed.add(target)
  }

  unobserve(target: Element) {
    this.observed.delete(target)
  }

  takeRecords() {
    return []
  }

  see(target: Element | null, { ratio = 1, isVisible = true }: Sight = {}) {
    if (target === null || !this.observed.has(target)) throw new Error('not observed')
    this.#note([{ target, isIntersecting: ratio > 0, intersectionRatio: ratio, isVisible }])
  }
}

let card: HTMLElement
const submitted = vi.fn((event: Event) => event.preventDefault())
const covered = vi.fn()
const button = () => card.querySelector('button')
const isOff = () => button()?.getAttribute('aria-disabled') === 'true'

async function draw(step: string): Promise<void> {
  card.dataset['step'] = step
  const form = document.createElement('form')
  const submit = document.createElement('button')
  submit.type = 'submit'
  form.append(submit)
  form.addEventListener('submit', submitted)
  card.replaceChildren(form)
  // The observer reports the change of the card after this task.
  await vi.advanceTimersByTimeAsync(0)
}

/** Shows the card and the button for long enough. */
async function seeAll(): Promise<void> {
  Observer.current?.see(card)
  Observer.current?.see(button())
  await vi.advanceTimersByTimeAsync(IN_SIGHT_MS)
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', Observer)
  card = document.createElement('div')
  document.body.append(card)
  await draw('confirm')
})

afterEach(() => {
  document.body.replaceChildren()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('behavior: the button works half a second after both came into view, and not before', async () => {
  guardSight(card, covered)
  expect(isOff()).toBe(true)
  Observer.current?.see(card)
  Observer.current?.see(button())
  await vi.advanceTimersByTimeAsync(IN_SIGHT_MS - 1)
  button()?.click()
  expect([isOff(), submitted.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(1)
  button()?.click()
  expect([isOff(), submitted.mock.calls.length]).toEqual([false, 1])
})

test('param: browsers that support it are asked to detect covering elements', () => {
  guardSight(card, covered)
  expect(Observer.current?.options).toMatchObject({ trackVisibility: true, delay: 100 })
})

test.each<[string, Sight, Sight]>([
  ['the button is covered', {}, { isVisible: false }],
  ['the card is covered', { isVisible: false }, {}],
  ['half of the button is cut off', {}, { ratio: 0.5 }],
  ['the card is out of sight', { ratio: 0 }, {}],
])('error: while %s, confirming is not possible and the page says so', async (_name, ofCard, ofButton) => {
  guardSight(card, covered)
  await seeAll()
  Observer.current?.see(card, ofCard)
  Observer.current?.see(button(), ofButton)
  button()?.click()
  card.querySelector('form')?.requestSubmit()
  expect([isOff(), submitted.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(covered).toHaveBeenLastCalledWith(true)
  await seeAll()
  expect(covered).toHaveBeenLastCalledWith(false)
  expect(isOff()).toBe(false)
})

test('behavior: a card that is taller than the window counts as in view if its button is', async () => {
  guardSight(card, covered)
  Observer.current?.see(card, { ratio: 0.4 })
  Observer.current?.see(button())
  await vi.advanceTimersByTimeAsync(IN_SIGHT_MS)
  expect(isOff()).toBe(false)
})

test('behavior: a new step must come into view again', async () => {
  guardSight(card, covered)
  await seeAll()
  await draw('login')
  expect(isOff()).toBe(true)
  await seeAll()
  expect(isOff()).toBe(false)
})

test('behavior: a step without a passkey prompt is not guarded', async () => {
  guardSight(card, covered)
  await draw('person')
  button()?.click()
  expect(submitted).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(covered).not.toHaveBeenCalledWith(true)
})

test('behavior: a held button is disabled even if it is in view', async () => {
  const guard = guardSight(card, covered)
  await seeAll()
  guard.hold(true)
  button()?.click()
  expect([isOff(), submitted.mock.calls.length]).toEqual([true, 0])
  guard.hold(false)
  expect(isOff()).toBe(false)
})
