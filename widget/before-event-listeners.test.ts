// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LatchkeyBeforeEvent } from './before-event.ts'
import { connectGuest } from './frame/connect-guest.ts'
import { GUEST_EVENTS } from './frame/protocol.ts'
import { serveGuest } from './frame/serve-guest.ts'
import { listen } from './react/listeners.ts'

let logged = vi.spyOn(console, 'error')
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const NAMES = [...GUEST_EVENTS].flatMap(([name, kind]) => (kind === 'before' ? [name] : []))
/** Converts an event's name to its handler, such as `latchkey-before-sign` to `onBeforeSign`. */
const handlerName = (name: string) =>
  name.replace('latchkey', 'on').replaceAll(/-[a-z]/g, (letters) => letters.slice(1).toUpperCase())

type Listener = (event: LatchkeyBeforeEvent<null>) => void
/** The ways in which a page can listen for an event of the element. */
const PAGES: readonly [
  page: string,
  listen: (target: EventTarget, name: string, listener: Listener) => void,
][] = [
  [
    'element',
    (target, name, listener) =>
      target.addEventListener(name, (event) => event instanceof LatchkeyBeforeEvent && listener(event)),
  ],
  ['React', (target, name, listener) => void listen(target, [handlerName(name)], () => listener)],
]
const CASES = PAGES.flatMap(([page, listenFor]) => NAMES.map((name) => ({ page, name, listenFor })))

function ask(target: EventTarget, name: string): Promise<boolean> {
  const event = new LatchkeyBeforeEvent(name.replace('latchkey-', ''), null)
  const { signal } = new AbortController()
  return LatchkeyBeforeEvent.ask(event, (dispatched) => target.dispatchEvent(dispatched), signal)
}

test('param: lists exactly the events before a passkey prompt', () => {
  expect(NAMES.toSorted()).toEqual([
    'latchkey-before-create',
    'latchkey-before-login',
    'latchkey-before-recover',
    'latchkey-before-sign',
    'latchkey-before-sign-message',
  ])
})

test('behavior: every flow dispatches these events with LatchkeyBeforeEvent.ask, which waits for checks', () => {
  const made = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !['events.ts', 'before-event.ts', 'index.ts'].includes(path))
    .flatMap((path) => readFileSync(join(import.meta.dirname, path), 'utf8').split(/\n(?= {0,10}\S)/))
    .filter((line) => /new LatchkeyBefore\w*Event\(|\bbeforeEvent\(/.test(line))
  expect(made).toHaveLength(6)
  for (const line of made) expect(line).toContain('LatchkeyBeforeEvent.ask(')
})

describe('a page around the element', () => {
  test.each(CASES)(
    'error: $page, $name, preventDefault() after an await → a console error',
    async (given) => {
      const target = new EventTarget()
      let late = Promise.resolve()
      given.listenFor(target, given.name, (event) => {
        late = Promise.resolve()
          .then(() => Promise.resolve())
          .then(() => new Promise<void>((resolve) => setTimeout(resolve)))
          .then(() => event.preventDefault())
      })
      expect(await ask(target, given.name)).toBe(true)
      await late
      expect(logged.mock.calls).toEqual([
        ['[latchkey]', expect.stringContaining(`preventDefault() of ${given.name} came too late`)],
      ])
    },
  )

  test.each(CASES)('behavior: $page, $name, a waitUntil() check that stops it → no prompt', async (given) => {
    const target = new EventTarget()
    given.listenFor(target, given.name, (event) => {
      event.waitUntil(new Promise<void>((resolve) => setTimeout(resolve)).then(() => event.preventDefault()))
    })
    expect(await ask(target, given.name)).toBe(false)
    expect(logged).not.toHaveBeenCalled()
  })
})

test.each(NAMES)(
  'error: %s around a frame → preventDefault() and waitUntil() stop nothing and report it',
  (name) => {
    const element = document.createElement('div')
    element.addEventListener(name, (event) => {
      event.preventDefault()
      Reflect.apply(Reflect.get(event, 'waitUntil'), event, [Promise.resolve()])
    })
    const link = connectGuest(
      window,
      { window: () => null, origin: 'https://wallet.shop.example' },
      { connected() {}, message() {} },
    )
    const source = { element, given: () => ({ call: null, message: null }), token: async () => '' }
    serveGuest(link, source, { kind: 'event', name, detail: {} })
    const says = expect.stringContaining(`${name} can be stopped by the page in the frame alone`)
    expect(logged.mock.calls).toEqual([
      ['[latchkey]', says],
      ['[latchkey]', says],
    ])
    link.close()
  },
)
