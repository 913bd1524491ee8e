// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { LatchkeyWalletElement } from './index.ts'
import { widgetWorld } from './testing/widget-world.ts'

const page = widgetWorld.element()

test('behavior: the element runs its flow in a shadow root and has an accessible name', async () => {
  const { element, heading } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  expect(element).toBeInstanceOf(LatchkeyWalletElement)
  expect(element.childNodes).toHaveLength(0)
  expect(page.server.requests.map(({ line }) => line)).toEqual(['GET /config'])
})

test('behavior: properties that were set before the element was defined take effect', async () => {
  const element = document.createElement('latchkey-wallet')
  Object.defineProperty(element, 'getToken', {
    value: async () => 'token-1',
    configurable: true,
    writable: true,
  })
  element.setAttribute('api-url', 'https://wallets.example')
  element.setAttribute('flow', 'create')
  document.body.append(element)
  await expect.poll(() => element.shadowRoot?.querySelector('h2')?.textContent).toBe('Create your wallet')
})

test('behavior: a token that is set later starts the flow', async () => {
  const { element, heading } = page.show({}, null)
  await expect.poll(() => heading()).toBe('Loading…')
  expect(page.server.requests).toEqual([])
  element.token = 'token-1'
  await expect.poll(() => heading()).toBe('Create your wallet')
})

test('error: invalid attributes are reported to the page and to the person', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { events, find } = page.show({ 'api-url': 'nowhere' })
  await expect.poll(() => find('[role=alert]')?.textContent).toMatch(/wallet is misconfigured on this site/)
  expect(events).toEqual([
    {
      type: 'latchkey-error',
      detail: expect.objectContaining({ code: 'CONFIGURATION', detail: expect.stringContaining('api-url') }),
    },
  ])
  expect(logged.mock.calls).toEqual([
    ['[latchkey]', expect.stringMatching(/^CONFIGURATION: api-url must be/), ''],
  ])
  logged.mockRestore()
})

test('behavior: an error that the page handles is not logged to the console', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  document.body.addEventListener('latchkey-error', (event) => event.preventDefault(), { once: true })
  const { find } = page.show({ 'api-url': 'nowhere' })
  await expect.poll(() => find('[role=alert]')).toBeTruthy()
  expect(logged.mock.calls).toEqual([])
  logged.mockRestore()
})

test('behavior: Cancel notifies the page, and the flow restarts if the element stays', async () => {
  const { events, find, heading } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  find<HTMLButtonElement>('.actions button:not(.main)')?.click()
  expect(events).toEqual([{ type: 'latchkey-cancelled', detail: null }])
  await expect.poll(() => page.server.requests).toHaveLength(2)
})

test('behavior: a changed attribute restarts the flow, and several changes restart it once', async () => {
  const { element, heading } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  element.setAttribute('flow', 'send')
  element.setAttribute('to', `0x${'12'.repeat(20)}`)
  element.setAttribute('amount', '1')
  await expect.poll(() => heading()).toBe('This did not work')
  const [, ...sending] = page.server.requests.map(({ line }) => line)
  // The first request checks whether the user has enrolled, so that the wallet can be protected first.
  expect(sending).toEqual(['GET /wallets', 'GET /config', 'GET /wallets'])
})

test('behavior: removing the element ends the flow, and adding it again restarts it', async () => {
  const { element, heading } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  element.remove()
  await Promise.resolve()
  document.body.append(element)
  await expect.poll(() => page.server.requests).toHaveLength(2)
})

test('behavior: an element that is moved goes on where it was (turbolinks 531)', async () => {
  const { element, heading, find } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  const field = find('input')
  const other = document.createElement('div')
  document.body.append(other)
  other.append(element)
  // A restart would be scheduled as a microtask, so it would have happened by then.
  await new Promise((resolve) => setTimeout(resolve))
  expect(find('input')).toBe(field)
  expect(page.server.requests.map(({ line }) => line)).toEqual(['GET /config'])
})

test('error: shows an invalid input at its field, and sends nothing', async () => {
  const { find, heading } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  const email = find<HTMLInputElement>('#email')
  if (email) email.value = 'nonsense'
  find<HTMLFormElement>('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(find('#email-problem')?.textContent).toMatch(/name@example.com/)
  expect(email?.getAttribute('aria-invalid')).toBe('true')
  expect(email?.getAttribute('aria-describedby')).toContain('email-problem')
  expect(page.server.requests).toHaveLength(1)
})

test('behavior: a malicious name of an organization or a token stays text', async () => {
  page.server.tamper = (_line, content) => ({
    ...Object(content),
    organizationName: '<img src=x onerror=alert(1)>\u202egnp.exe',
  })
  const { find, heading } = page.show()
  await expect.poll(() => heading()).toBe('Create your wallet')
  expect(find('img')).toBeNull()
  expect(find('.lede')?.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(find('.lede')?.textContent).not.toContain('\u202e')
})
