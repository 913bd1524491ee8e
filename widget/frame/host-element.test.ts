// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './define-host.ts'
import type { LatchkeyFrameElement } from './host-element.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://shop.example' })
})

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function show(attributes: Record<string, string>): { element: LatchkeyFrameElement; errors: string[] } {
  const element = document.createElement('latchkey-frame')
  const errors: string[] = []
  element.addEventListener('latchkey-error', ({ detail }) => errors.push(detail.detail ?? ''))
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return { element, errors }
}

const frameIn = (element: LatchkeyFrameElement) => element.shadowRoot?.querySelector('iframe') ?? undefined

test('behavior: the frame has the permissions for passkeys, a name, and only its own address', () => {
  const { element } = show({ src: 'https://wallet.shop.example/', flow: 'create' })
  const frame = frameIn(element)
  expect(frame?.src).toBe('https://wallet.shop.example/')
  expect(frame?.allow).toBe(
    'publickey-credentials-create; publickey-credentials-get; clipboard-write; camera',
  )
  expect([frame?.title, frame?.referrerPolicy]).toEqual(['Wallet', 'no-referrer'])
  // Works with a policy that forbids inline styles.
  expect(frame?.hasAttribute('style')).toBe(false)
  expect(element.shadowRoot?.querySelectorAll('iframe')).toHaveLength(1)
})

test('behavior: another address creates another frame, other attributes do not', () => {
  const { element } = show({ src: 'https://wallet.shop.example/', 'frame-title': 'Your wallet' })
  const first = frameIn(element)
  element.setAttribute('flow', 'send')
  element.call = null
  expect(frameIn(element)).toBe(first)
  element.setAttribute('src', 'https://other.shop.example/')
  expect(frameIn(element)).not.toBe(first)
  expect(frameIn(element)?.title).toBe('Your wallet')
})

test.each(['', 'javascript:alert(1)', 'http://wallet.shop.example/', 'https://shop.example/wallet'])(
  'error: src %j creates no frame, and the page gets the reason',
  async (src) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { element, errors } = show({ src })
    expect(frameIn(element)).toBeUndefined()
    await expect.poll(() => errors).toEqual([expect.stringContaining('src')])
  },
)

test('behavior: an element that leaves the page removes its frame', () => {
  const { element } = show({ src: 'https://wallet.shop.example/' })
  element.remove()
  expect(frameIn(element)).toBeUndefined()
})
