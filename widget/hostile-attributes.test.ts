// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { LatchkeyWalletElement } from './index.ts'
import { widgetWorld } from './testing/widget-world.ts'

const page = widgetWorld.element()

const HOSTILE: Record<string, string> = {
  'ten thousand letters': 'x'.repeat(10_000),
  markup: '<img src=x onerror="document.title=1"><script>document.title=2</script>',
  'a script’s address': 'javascript:alert(document.domain)',
  'a reversed text': '\u202eelpmaxe.pohs\u202c',
  'marks of no width': '\u200b\u2066\u2069\ufeff',
  'control characters': 'a\u0000\u0007\u001b[31mb\r\nSet-Cookie: a=b',
  'a prototype': '__proto__',
  'a template': '${alert(1)}{{constructor.constructor("alert(1)")()}}',
  'half a character': '\ud800',
  'a path': '../../../../etc/passwd?x=%00#',
}

/** The step that the element shows when it waits for the person. */
async function settled(element: LatchkeyWalletElement): Promise<string> {
  let step = ''
  await vi.waitFor(
    () => {
      step = element.shadowRoot?.querySelector<HTMLElement>('[part=card]')?.dataset['step'] ?? ''
      expect(['', 'loading', 'working']).not.toContain(step)
    },
    { timeout: 30_000 },
  )
  return step
}

const names = LatchkeyWalletElement.observedAttributes
const cases = names.flatMap((name) =>
  Object.entries(HOSTILE).map(([what, text]) => [name, what, text] as const),
)

test.each(cases)('error: %s with %s is rejected or harmless', async (name, _what, text) => {
  // The send flow's attributes are tested in that flow, where they must not send anything.
  const isSend = ['wallet-address', 'token-address', 'to', 'amount'].includes(name)
  const { element, events } = page.show({ ...(isSend ? { flow: 'send' } : {}), [name]: text })
  const step = await settled(element)
  const root = element.shadowRoot
  // No text creates an element, an address or a handler.
  expect(
    root?.querySelectorAll('img, script, iframe, object, [src], [href], [onerror], [onclick]'),
  ).toHaveLength(0)
  expect(document.title).toBe('')
  // Every request goes to the configured server and a known path.
  expect(
    page.server.requests.every(({ line }) =>
      /^(GET|POST) \/[a-z-]+(\/(0x[0-9a-fA-F]{40}|[a-z-]+))*(\?|$)/.test(line),
    ),
  ).toBe(true)
  expect(page.server.requests.some(({ line }) => line.includes('execute'))).toBe(false)
  if (['api-url', 'flow', 'rp-id'].includes(name)) {
    expect(step).toBe('stopped')
    const code = name === 'rp-id' ? 'RP_ID_MISMATCH' : 'CONFIGURATION'
    expect(events).toMatchObject([{ type: 'latchkey-error', detail: { code } }])
    expect(page.server.requests).toEqual([])
  }
})
