// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NAME_MISTAKES, VALUE_MISTAKES } from '#widget/testing/attribute-mistakes.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import openNames from './open-names.ts'

// Other test files share this process: a mock has no effect on modules that they loaded.
vi.hoisted(() => vi.resetModules())
// Replaces the files on demand, which otherwise come from a server that has built them.
vi.mock('#widget/load-file.ts', () => ({
  loadFile: async (_apiUrl: string, name: string) => (name === 'names' ? openNames() : undefined),
}))
afterAll(() => {
  vi.doUnmock('#widget/load-file.ts')
  vi.resetModules()
})

const page = widgetWorld.element()
let logged = vi.spyOn(console, 'error')
let warned = vi.spyOn(console, 'warn')

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue()
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/**
 * Shows an element with a mistake. Resolves when it has stopped, with its messages for the page and its
 * developers.
 */
async function stopped(attributes: Record<string, string>) {
  const { events, find } = page.show({ flow: 'send', ...attributes })
  await expect.poll(() => find('[part=card]')?.getAttribute('data-step')).toBe('stopped')
  return { events, alert: find('[role=alert]')?.textContent, console: logged.mock.calls }
}

describe('a wrong value', () => {
  test.each(VALUE_MISTAKES)('error: $name="$value" → $says', async ({ name, value, says, code }) => {
    const { events, alert, console } = await stopped({ [name]: value })
    const detail = expect.stringContaining(says)
    expect(events).toMatchObject([
      { type: 'latchkey-error', detail: { code: code ?? 'CONFIGURATION', detail } },
    ])
    expect(Reflect.get(Object(events[0]?.detail), 'detail').split(' ')[0]).toBe(name)
    expect(console).toEqual([['[latchkey]', expect.stringContaining(says), '']])
    // The person's message names no attribute.
    expect(alert).not.toContain(says)
    expect(page.server.requests).toEqual([])
  })

  test('error: rp-id of another domain, in a browser without related origins → RP_ID_MISMATCH', async () => {
    vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ relatedOrigins: false }) })
    const { events } = await stopped({ 'rp-id': 'other.example' })
    const detail = 'shop.example is not other.example or below it'
    expect(events).toMatchObject([
      { type: 'latchkey-error', detail: { code: 'RP_ID_MISMATCH', reason: 'unsupported', detail } },
    ])
    expect(page.server.requests).toEqual([])
  })

  test('behavior: rp-id of another domain, in a browser with related origins → the flow begins', async () => {
    vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ relatedOrigins: true }) })
    const { heading } = page.show({ 'rp-id': 'other.example' })
    await expect.poll(() => heading()).toBe('Create your wallet')
    expect(page.server.requests[0]).toMatchObject({ line: 'GET /config', query: '?rpId=other.example' })
  })

  test('error: a long value → the error has only its beginning', async () => {
    const { console } = await stopped({ to: 'x'.repeat(10_000) })
    expect(String(console[0]?.[1]).length).toBeLessThan(250)
  })

  test.each([
    ['theme', 'Dark', 'theme must be light, dark or auto, not "Dark"'],
    ['locale', 'deutsch', 'locale must be a language such as pt-BR, not "deutsch"'],
  ])('error: %s="%s" → the flow continues, and the console has one warning', async (name, value, says) => {
    const { heading, element } = page.show({ [name]: value })
    await expect.poll(() => heading()).toBe('Create your wallet')
    element.restart()
    await expect.poll(() => page.server.requests).toHaveLength(2)
    expect(warned.mock.calls.filter(([, text]) => String(text).includes(says))).toHaveLength(1)
  })

  test('error: max-fee that becomes invalid while a call is read → CONFIGURATION, not a mismatch', async () => {
    const { parseSettings } = await import('#widget/settings.ts')
    const given = new Map([
      ['api-url', 'https://wallets.example'],
      ['flow', 'send'],
    ])
    const { attribute } = parseSettings((name) => given.get(name) ?? null, 'shop.example')
    given.set('max-fee', '1.5')
    expect(() => attribute('max-fee')).toThrow(/^CONFIGURATION: max-fee must be .*, not "1.5"$/)
  })
})

describe('a wrong name', () => {
  test.each(NAME_MISTAKES)('error: $name → refused, and the error says $meant', async ({ name, meant }) => {
    const { events, console } = await stopped({ [name]: '0x12' })
    const says = `${name} is not known to <latchkey-wallet>: use ${meant}`
    expect(events).toMatchObject([{ detail: { code: 'CONFIGURATION', detail: says } }])
    expect(console).toEqual([['[latchkey]', expect.stringContaining(says), '']])
    expect(page.server.requests).toEqual([])
  })

  test.each(['call', 'message', 'descriptors'])('error: %s as an attribute → refused', async (name) => {
    const { events } = await stopped({ [name]: '{}' })
    expect(events).toMatchObject([
      { detail: { detail: `${name} is a property, not an attribute: set it by code` } },
    ])
  })

  test.each([
    ['them', 'them is not known to <latchkey-wallet>: use theme'],
    ['language', 'language is not known to <latchkey-wallet>: use locale'],
    ['src', 'src is not known to <latchkey-wallet>'],
    ['callback', 'callback is not known to <latchkey-wallet>'],
  ])('error: %s → the flow continues, and the console has one warning', async (name, says) => {
    const { heading, element } = page.show({ [name]: 'x' })
    await expect.poll(() => heading()).toBe('Create your wallet')
    element.restart()
    await expect.poll(() => page.server.requests).toHaveLength(2)
    expect(warned.mock.calls.filter(([, text]) => text === says)).toHaveLength(1)
    expect(logged).not.toHaveBeenCalled()
  })

  test('behavior: attributes of HTML and of frameworks → no warning', async () => {
    const names = [
      'id',
      'class',
      'style',
      'slot',
      'part',
      'hidden',
      'title',
      'lang',
      'dir',
      'role',
      'is',
      'tabindex',
      'data-to',
      'data-v-7ba5bd90',
      'aria-label',
      'onclick',
      'ng-version',
      '_ngcontent-abc',
      'x-data',
      'inert',
      'nonce',
      'translate',
      'itemprop',
      'exportparts',
      'accesskey',
      'draggable',
      'spellcheck',
    ]
    const { heading } = page.show(Object.fromEntries(names.map((name) => [name, 'x'])))
    await expect.poll(() => heading()).toBe('Create your wallet')
    expect([...warned.mock.calls, ...logged.mock.calls]).toEqual([])
  })
})
