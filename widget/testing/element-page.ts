import { afterEach, beforeEach, vi } from 'vitest'
import { defineLatchkeyWallet, LATCHKEY_WALLET_TAG, type LatchkeyWalletElement } from '#widget/index.ts'
import { forgetElement } from './forget-element.ts'
import { createServerState } from './server-state.ts'
import { standIn } from './stand-in-server.ts'

/** A page with the element and a stand-in server, in happy-dom. Each test of the file gets a new server. */
export function elementPage() {
  const page = { server: createServerState(), show }
  forgetElement(LATCHKEY_WALLET_TAG)

  beforeEach(() => {
    page.server = createServerState()
    vi.stubGlobal('fetch', standIn(page.server))
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PublicKeyCredential', class {})
    // The environment's page is about:blank. The widget reads only the hostname.
    vi.stubGlobal('location', { hostname: 'shop.example' })
    defineLatchkeyWallet()
  })
  afterEach(() => {
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })
  return page
}

/** Adds an element with these attributes and this token to the page, and records its events. */
function show(attributes: Record<string, string> = {}, token: string | null = 'token-1') {
  const element: LatchkeyWalletElement = document.createElement('latchkey-wallet')
  const all = { 'api-url': 'https://wallets.example', flow: 'create', ...attributes }
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value)
  if (token !== null) element.token = token
  const events: { type: string; detail: unknown }[] = []
  for (const name of ['created', 'executed', 'status', 'before-sign', 'cancelled', 'error']) {
    document.body.addEventListener(`latchkey-${name}`, (event) => {
      events.push({ type: event.type, detail: event instanceof CustomEvent ? event.detail : undefined })
    })
  }
  document.body.append(element)
  const find = <Found extends Element>(selector: string) => element.shadowRoot?.querySelector<Found>(selector)
  const heading = () => find('h2')?.textContent
  return { element, events, find, heading }
}
