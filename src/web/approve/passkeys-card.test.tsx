/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { signInChallenge } from '#protocol/passkey/sign-in-challenge.ts'
import { PasskeysCard } from './passkeys-card.tsx'

const AT = '2026-11-22T01:00:00.000Z'
const passkey = (id: string, synced = false): ApproverPasskey => ({
  id,
  synced,
  createdAtDatetime: AT,
  lastUsedAtDatetime: AT,
})
const NONCE = 'N'.repeat(43)
const challenge = base64Url(signInChallenge({ origin: location.origin, nonce: NONCE }))
const CEREMONY = { ceremonyId: 'A'.repeat(43), options: { challenge, rpId: 'localhost' }, nonce: NONCE }

let page: HTMLElement
let asked: [path: string, body: unknown][]
beforeEach(() => {
  page = document.createElement('div')
  asked = []
  const credential = {
    id: 'CCCC',
    rawId: new Uint8Array([1]).buffer,
    type: 'public-key',
    response: {
      clientDataJSON: new Uint8Array([1]).buffer,
      authenticatorData: new Uint8Array([1]).buffer,
      signature: new Uint8Array([1]).buffer,
    },
    getClientExtensionResults: () => ({}),
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
  const credentials = { get: async () => credential }
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: credentials } }))
})
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

/** Opens the card. The service lists these passkeys and removes the first one on request. */
function open(passkeys: ReturnType<typeof passkey>[]): void {
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const path = url.replace('/approve/api', '')
    asked.push([path, init.body === undefined ? undefined : JSON.parse(init.body)])
    const answers = { '/passkeys': passkeys, '/sign-in/begin': CEREMONY }
    const content = Object.entries(answers).find(([one]) => one === path)?.[1] ?? passkeys.slice(1)
    return Response.json({ statusCode: 200, content })
  })
  render(<PasskeysCard />, page)
}
const rows = () => [...page.querySelectorAll('.row')]
const buttons = () => [...page.querySelectorAll<HTMLButtonElement>('.row button')]

test('behavior: any passkey can remove one, the list updates, and the page says what else happened', async () => {
  open([passkey('phone', true), passkey('laptop')])
  await expect.poll(() => rows()).toHaveLength(2)
  expect(rows().map(({ textContent }) => /Synced|On one device/.exec(textContent)?.[0])).toEqual([
    'Synced',
    'On one device',
  ])
  buttons()[0]?.click()
  await expect.poll(() => rows()).toHaveLength(1)
  const { ceremonyId } = CEREMONY
  expect(asked.at(-1)).toMatchObject(['/passkeys/removal', { passkeyId: 'phone', ceremonyId }])
  expect(page.querySelector('[role=status]')?.textContent).toContain('your other browsers are signed out')
  expect(buttons()).toEqual([])
})

test('behavior: a passkey that signs on the blockchain shows its address and is removed at the second press', async () => {
  const coSigner = '0x3333333333333333333333333333333333333333'
  open([{ ...passkey('phone'), coSigner }, passkey('laptop')])
  await expect.poll(() => rows()).toHaveLength(2)
  expect(rows()[0]?.textContent?.replaceAll(/\s/g, '')).toContain(coSigner)
  const removal = () => [...page.querySelectorAll<HTMLElement>('.row button.danger')][0]
  removal()?.click()
  await expect.poll(() => page.textContent).toContain('you cannot approve for it any more')
  expect(asked.map(([path]) => path)).not.toContain('/passkeys/removal')
  removal()?.click()
  await expect.poll(() => rows()).toHaveLength(1)
})

test('behavior: the last passkey cannot be removed', async () => {
  open([passkey('only')])
  await expect.poll(() => rows()).toHaveLength(1)
  expect(buttons()).toEqual([])
})

test('error: if the prompt is closed, the passkey stays and the removal can be retried', async () => {
  const get = vi.fn(async () => {
    throw new DOMException('closed', 'NotAllowedError')
  })
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }))
  open([passkey('phone'), passkey('laptop')])
  await expect.poll(() => rows()).toHaveLength(2)
  buttons()[0]?.click()
  await expect.poll(() => page.textContent).toContain('The passkey prompt was closed')
  expect(rows()).toHaveLength(2)
  expect(buttons()[0]?.disabled).toBe(false)
})
