// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requireBrowser } from './browser-deps.ts'
import { defineLatchkeyWallet } from './define-latchkey-wallet.ts'
import { adoptMore, adoptTheme } from './theme.ts'

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', class {})
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Removes a member while `work` runs. */
function without(owner: object, name: string, work: () => void): void {
  const own = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value: undefined, configurable: true })
  try {
    work()
  } finally {
    if (own === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, own)
  }
}

test('behavior: a browser with every needed feature is supported', () => {
  expect(requireBrowser).not.toThrow()
})

test.each([
  ['isSecureContext', false, 'no secure context'],
  ['PublicKeyCredential', undefined, 'no WebAuthn'],
  ['crypto', { getRandomValues: () => undefined }, 'no crypto.subtle'],
])('error: without %s the browser is rejected before any prompt', (name, value, detail) => {
  vi.stubGlobal(name, value)
  expect(requireBrowser).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_BROWSER', detail }))
})

test.each([
  ['throwIfAborted', AbortSignal.prototype],
  ['toSorted', Array.prototype],
] as const)('error: a browser without %s is too old', (name, owner) => {
  without(owner, name, () => {
    expect(requireBrowser).toThrow(expect.objectContaining({ detail: `no ${name}` }))
  })
})

test('error: without constructed style sheets there are no styles, and the browser counts as too old', () => {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  without(CSSStyleSheet.prototype, 'replaceSync', () => {
    adoptTheme(root)
    adoptMore(root, 'p{margin:0}')
    expect(requireBrowser).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_BROWSER' }))
  })
  expect(root.adoptedStyleSheets).toEqual([])
})

test('error: without custom elements, the tag shows a message', () => {
  const tag = document.body.appendChild(document.createElement('latchkey-wallet'))
  vi.stubGlobal('customElements', undefined)
  defineLatchkeyWallet()
  expect(tag.textContent).toBe('This browser cannot use passkeys here. Open a current browser.')
})
