/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GuardedWallet } from '#protocol/approver-api.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { WalletPage } from './wallet-page.tsx'

const WALLET = '0x1111111111111111111111111111111111111111'
const guarded: GuardedWallet = {
  walletAddress: WALLET,
  walletLabel: 'Savings',
  organizationName: 'Demo',
  chainId: 1,
  protection: 'chain',
  keys: 1,
}
const removal = { untilDatetime: '2026-12-01T10:00:00.000Z', objected: false, canObject: true }

let page: HTMLElement
let asked: string[]
let prompts: number
beforeEach(() => {
  page = document.createElement('div')
  asked = []
  prompts = 0
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const get = async () => {
    prompts += 1
    throw new DOMException('declined', 'NotAllowedError')
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }))
})
afterEach(() => {
  render(null, page)
  vi.unstubAllGlobals()
})

const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds)

/** Renders the page of a wallet. The stand-in service sends a challenge that does not belong to the objection. */
async function open(wallet: GuardedWallet, expiration = inSeconds(3_600)): Promise<void> {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path.replace('/approve/api', ''))
    const begun = {
      ceremonyId: 'A'.repeat(43),
      options: { challenge: base64Url(new Uint8Array(32)), rpId: 'localhost' },
      approvalWallet: WALLET,
      expiration,
    }
    return Response.json({ statusCode: 200, content: path.endsWith('/objections/begin') ? begun : wallet })
  })
  render(<WalletPage walletAddress={WALLET} />, page)
  await expect.poll(() => page.querySelector('h1')).not.toBeNull()
}
const button = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Object')

test.each([
  ['none', 'Not protected'],
  ['service', 'Protected by this service'],
  ['chain', 'Protected on the blockchain'],
] as const)('param: protection %s → says “%s”', async (protection, words) => {
  await open({ ...guarded, protection })
  expect(page.textContent).toContain(words)
  expect(button()).toBeUndefined()
})

test('behavior: an added passkey is shown with its verification words, its time, and how to remove it', async () => {
  const [first, added] = [
    { number: 0, qx: '1'.repeat(64), qy: '2'.repeat(64), lastUsedAt: '2026-11-03T10:00:00.000Z' },
    { number: 1, qx: '3'.repeat(64), qy: '4'.repeat(64), lastUsedAt: null },
  ]
  const addedAtDatetime = '2026-11-02T10:00:00.000Z'
  await open({ ...guarded, keys: 2, passkeys: [{ ...added, addedAtDatetime }, first] })
  const [newest, other] = [...page.querySelectorAll('ul.passkeys li')]
  expect(newest?.textContent).toContain(keyWords(added))
  expect(newest?.textContent).toContain('Newest')
  expect(newest?.querySelector('time')?.getAttribute('datetime')).toBe(addedAtDatetime)
  expect(newest?.textContent).toContain('Not used yet in this service')
  expect(other?.textContent).toContain(keyWords(first))
  expect(other?.textContent).toContain('The first passkey of the wallet')
  expect(other?.querySelector('time')?.getAttribute('datetime')).toBe(first.lastUsedAt)
  expect(page.textContent).toContain('open your wallet at Demo, go to “Devices”')
})

test('behavior: while the co-signer is being removed → shows the end time and how to object', async () => {
  await open({ ...guarded, removal })
  expect(page.querySelector('time')?.getAttribute('datetime')).toBe(removal.untilDatetime)
  expect(button()).toBeDefined()
})

test('behavior: no second objection is possible', async () => {
  await open({ ...guarded, removal: { ...removal, objected: true, canObject: false } })
  expect(page.textContent).toContain('You have objected.')
  expect(button()).toBeUndefined()
})

test('error: a challenge that is not for this objection → nothing is signed', async () => {
  await open({ ...guarded, removal })
  button()?.click()
  await expect.poll(() => page.textContent).toContain('Nothing was signed.')
  expect(prompts).toBe(0)
  expect(asked).not.toContain('/objections/finish')
})

test('error: an objection without an expiration → nothing is signed', async () => {
  await open({ ...guarded, removal }, inSeconds(8_000))
  button()?.click()
  await expect.poll(() => page.textContent).toContain('a response that this app does not understand')
  expect(prompts).toBe(0)
})

test('behavior: a co-signer of another party is shown, and the wallet does not count as protected by the person', async () => {
  const otherCoSigner = '0x3333333333333333333333333333333333333333'
  await open({ ...guarded, otherCoSigner })
  expect(page.textContent).toContain('None of your approval passkeys signs for it.')
  expect(page.textContent).not.toContain('refuses what you did not approve')
  expect(page.textContent.replaceAll(/\s/g, '')).toContain(otherCoSigner)
})
