import { afterEach, expect, test, vi } from 'vitest'
import { LatchkeyBeforeEvent } from './before-event.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Listener = (event: LatchkeyBeforeEvent<null>) => void

/** Dispatches one event to a page with this listener. Returns whether the prompt may open. */
function ask(listener: Listener, signal = new AbortController().signal): Promise<boolean> {
  const page = new EventTarget()
  page.addEventListener('latchkey-before-sign', (event) => {
    if (event instanceof LatchkeyBeforeEvent) listener(event)
  })
  const event = new LatchkeyBeforeEvent('before-sign', null)
  return LatchkeyBeforeEvent.ask(event, (dispatched) => page.dispatchEvent(dispatched), signal)
}

/** A check by the page's backend, which responds when the test decides. */
function backendCheck(): { check: Promise<void>; respond: () => void; fail: () => void } {
  let respond = (): void => {}
  let fail = (): void => {}
  const check = new Promise<void>((resolve, reject) => {
    respond = resolve
    fail = () => reject(new Error('the backend refused the order'))
  })
  return { check, respond, fail }
}

test.each<[what: string, Listener, opens: boolean]>([
  ['a listener that does nothing', () => {}, true],
  ['preventDefault() at once', (event) => event.preventDefault(), false],
  ['a check that resolves', (event) => event.waitUntil(Promise.resolve()), true],
  [
    'preventDefault() after an await, within a check',
    (event) => event.waitUntil(Promise.resolve().then(() => event.preventDefault())),
    false,
  ],
  [
    'a second check that stops it',
    (event) => {
      event.waitUntil(Promise.resolve())
      event.waitUntil(Promise.resolve().then(() => event.preventDefault()))
    },
    false,
  ],
  [
    'a check that adds a check, which stops it',
    (event) =>
      event.waitUntil(
        Promise.resolve().then(() => event.waitUntil(Promise.resolve().then(() => event.preventDefault()))),
      ),
    false,
  ],
])('behavior: %s → decides whether the prompt opens', async (_what, listener, opens) => {
  expect(await ask(listener)).toBe(opens)
})

test('behavior: a slow check → the prompt stays closed until it resolves', async () => {
  const { check, respond } = backendCheck()
  let opens: boolean | undefined
  const asked = ask((event) => event.waitUntil(check)).then((answer) => (opens = answer))
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  expect(opens).toBeUndefined()
  respond()
  await asked
  expect(opens).toBe(true)
})

test('error: a check that rejects → the prompt does not open, and the console shows the cause', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { check, fail } = backendCheck()
  const asked = ask((event) => event.waitUntil(check))
  fail()
  expect(await asked).toBe(false)
  expect(complain).toHaveBeenCalledWith('[latchkey]', expect.stringContaining('a check'), expect.any(Error))
})

test('error: a check that never settles → the prompt does not open, even after a minute', async () => {
  vi.useFakeTimers()
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const asked = ask((event) => event.waitUntil(new Promise(() => {})))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await asked).toBe(false)
  expect(complain).toHaveBeenCalledOnce()
})

test('error: preventDefault() after the decision → a console error, and defaultPrevented stays false', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  let late = new LatchkeyBeforeEvent('before-sign', null)
  expect(await ask((event) => void (late = event))).toBe(true)
  late.preventDefault()
  expect(late.defaultPrevented).toBe(false)
  expect(complain).toHaveBeenCalledWith(
    '[latchkey]',
    expect.stringContaining('preventDefault() of latchkey-before-sign came too late'),
  )
})

test('error: waitUntil() after the decision → throws, so that an async listener cannot miss it', async () => {
  let late = new LatchkeyBeforeEvent('before-sign', null)
  await ask((event) => void (late = event))
  expect(() => late.waitUntil(Promise.resolve())).toThrow(
    /waitUntil\(\) of latchkey-before-sign came too late/,
  )
})

test("error: the person leaves during a check → rejects with the signal's reason, and no prompt", async () => {
  const leaving = new AbortController()
  const asked = ask((event) => event.waitUntil(new Promise(() => {})), leaving.signal)
  leaving.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})
