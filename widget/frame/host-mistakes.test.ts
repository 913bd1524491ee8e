// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import './define-host.ts'
import { GUEST_AWAITED_MS } from './await-guest.ts'
import { ALONE, READY, REFUSE, type Handshake } from './protocol.ts'

const SRC = 'https://wallet.shop.example/'
const SENTENCE = 'The wallet is misconfigured on this site. Contact its support.'
const SILENT = 'The wallet service could not be reached. Try again in a moment: nothing is lost.'

let logged = vi.spyOn(console, 'error')
let warned = vi.spyOn(console, 'warn')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  // Prevents happy-dom from loading the address.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {})
  logged = vi.spyOn(console, 'error').mockReturnValue()
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Adds an element to a page whose next script adds the listener. */
function show(attributes: Record<string, string>) {
  const element = document.createElement('latchkey-frame')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  const heard: Pick<LatchkeyFrameEvent, 'code' | 'message' | 'detail'>[] = []
  element.addEventListener('latchkey-error', ({ detail }) => heard.push({ ...detail }))
  const frame = element.shadowRoot?.querySelector('iframe') ?? undefined
  // happy-dom has no window of another origin.
  if (frame) Object.defineProperty(frame, 'contentWindow', { value: { postMessage() {} } })
  const alert = () => element.shadowRoot?.querySelector('[role=alert]')?.textContent ?? undefined
  return { element, heard, frame, alert }
}
type LatchkeyFrameEvent = HTMLElementEventMap['latchkey-error']['detail']

/** Makes the frame's page send one message to the outer page. */
function say(frame: HTMLIFrameElement | undefined, data: Handshake): void {
  const event = new Event('message')
  Object.assign(event, { data, origin: new URL(SRC).origin, source: frame?.contentWindow })
  window.dispatchEvent(event)
}

describe('an address that cannot be framed', () => {
  test.each<[attributes: Record<string, string>, says: string]>([
    [{}, 'src must be the whole address of the page with the element, and is missing'],
    [{ src: '' }, 'src must be the whole address of the page with the element, not ""'],
    [{ src: '/wallet' }, 'src must be the whole address of the page with the element, not "/wallet"'],
    [{ src: 'https://shop.example/wallet' }, 'src must be on another origin than this page'],
    [{ src: 'http://wallet.shop.example/' }, 'the origin of src must use https outside localhost'],
    [{ src: 'https://192.0.2.1/' }, 'the origin of src must name a domain, such as localhost'],
  ])(
    'error: %j → an error screen, a console line, and an event that a later listener receives',
    async (attributes, says) => {
      const { heard, frame, alert } = show(attributes)
      expect(alert()).toBe(SENTENCE)
      expect(frame).toBeUndefined()
      await vi.advanceTimersByTimeAsync(0)
      expect(heard).toEqual([
        expect.objectContaining({
          code: 'CONFIGURATION',
          message: SENTENCE,
          detail: expect.stringContaining(says),
        }),
      ])
      expect(logged.mock.calls).toEqual([['[latchkey]', expect.stringContaining(`CONFIGURATION: ${says}`)]])
    },
  )

  test('behavior: the screen is in the language of the page or of the element', () => {
    document.documentElement.lang = 'de-AT'
    expect(show({}).alert()).toMatch(/^Diese Seite hat die Wallet nicht richtig eingerichtet/)
    expect(show({ locale: 'fr' }).alert()).toMatch(/^Cette page/)
    document.documentElement.lang = ''
  })

  test('behavior: an error that the page handles is not logged to the console', async () => {
    const { element } = show({})
    element.addEventListener('latchkey-error', (event) => event.preventDefault())
    await vi.advanceTimersByTimeAsync(0)
    expect(logged).not.toHaveBeenCalled()
  })

  test('behavior: an address that is corrected at once → no error', async () => {
    const { element, heard, alert } = show({})
    element.setAttribute('src', SRC)
    element.remove()
    document.body.append(element)
    await vi.advanceTimersByTimeAsync(0)
    expect([heard, alert()]).toEqual([[], undefined])
  })
})

describe('a frame whose page does not announce itself', () => {
  test('error: not found, not allowed, or without the element → after 10 seconds an error screen, a console line and an event', async () => {
    const { heard, frame, alert } = show({ src: SRC })
    frame?.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(GUEST_AWAITED_MS - 1)
    expect([heard, alert()]).toEqual([[], undefined])
    await vi.advanceTimersByTimeAsync(2)
    expect([alert(), frame?.hidden]).toEqual([SILENT, true])
    expect(heard).toMatchObject([{ code: 'NETWORK_FAILED', message: SILENT }])
    const [, line] = logged.mock.calls[0] ?? []
    for (const word of [
      'parent-origins',
      'X-Frame-Options',
      'frame-ancestors',
      '<latchkey-wallet>',
      'frame-src',
    ])
      expect(line).toContain(word)
    expect(logged).toHaveBeenCalledOnce()
  })

  test('error: a frame that never loads → the same, but later', async () => {
    const { heard } = show({ src: SRC })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).toMatchObject([{ code: 'NETWORK_FAILED' }])
  })

  test('behavior: a page that announces itself late → the frame is shown again', async () => {
    const { frame, alert } = show({ src: SRC })
    await vi.advanceTimersByTimeAsync(60_000)
    say(frame, READY)
    expect([alert(), frame?.hidden]).toEqual([undefined, false])
  })

  test('behavior: an element that leaves the page → no error', async () => {
    const { element, heard } = show({ src: SRC })
    element.remove()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).toEqual([])
  })
})

describe('a frame whose page does not name the outer page', () => {
  test('error: a frame that refuses with its own error screen → a console line and an event here', async () => {
    const { heard, frame, alert } = show({ src: SRC })
    say(frame, REFUSE)
    await vi.advanceTimersByTimeAsync(60_000)
    const detail =
      'parent-origins of <latchkey-wallet> at https://wallet.shop.example must name https://shop.example'
    expect(heard).toMatchObject([{ code: 'CONFIGURATION', detail }])
    expect(logged.mock.calls).toEqual([['[latchkey]', `CONFIGURATION: ${detail}`]])
    expect([alert(), frame?.hidden]).toEqual([undefined, false])
  })

  test('error: a frame that continues with its own attributes → one warning on the console', async () => {
    const { heard, frame } = show({ src: SRC })
    say(frame, ALONE)
    say(frame, ALONE)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).toEqual([])
    expect(warned.mock.calls).toEqual([
      ['[latchkey]', expect.stringContaining('must name https://shop.example')],
    ])
  })

  test('behavior: ignores another origin in the frame', async () => {
    const { heard, frame } = show({ src: SRC })
    const event = new Event('message')
    Object.assign(event, { data: REFUSE, origin: 'https://evil.example', source: frame?.contentWindow })
    window.dispatchEvent(event)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heard).toEqual([])
  })
})
