// @vitest-environment happy-dom
import { afterAll, expect, test, vi } from 'vitest'
import { importChecked } from '#widget/import-checked.ts'
import { forgetElement } from '#widget/testing/forget-element.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import {
  connectedProvider,
  dialogs,
  failure,
  HASH,
  DIGEST,
  newProvider,
  openWallet,
  OTHER,
  SIGNATURE,
  StandInElement,
  UUID,
  WALLET,
} from './testing/provider-page.ts'

// Other test files share this process: a mock has no effect on modules that they loaded.
vi.hoisted(() => vi.resetModules())
vi.mock('#widget/import-checked.ts', () => ({ importChecked: vi.fn() }))
afterAll(() => {
  vi.doUnmock('#widget/import-checked.ts')
  vi.resetModules()
})

const page = await widgetWorld.provider()
const SPENDER = OTHER

test('behavior: is announced by EIP-6963 at once and on request, as window.latchkey and not window.ethereum', () => {
  const announced: { info: Record<string, string>; provider: unknown }[] = []
  const hear = (event: Event) => announced.push(Reflect.get(event, 'detail'))
  window.addEventListener('eip6963:announceProvider', hear)
  const provider = newProvider()
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', hear)
  const own = announced.filter((one) => one.provider === provider)
  expect(own).toHaveLength(2)
  expect(own[0]?.info).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    name: 'Latchkey',
    rdns: 'app.latchkey',
    icon: expect.stringMatching(/^data:image\/svg\+xml,/),
  })
  expect(own[1]?.info).toBe(own[0]?.info)
  expect([Object.isFrozen(own[0]), Object.isFrozen(own[0]?.info)]).toEqual([true, true])
  expect(Reflect.get(window, 'latchkey')).toBe(provider)
  expect(Reflect.has(window, 'ethereum')).toBe(false)
})

test('behavior: eth_sendTransaction signs the call, returns the hash, and warns once of ignored fields', async () => {
  const provider = await connectedProvider({ locale: 'de', theme: 'dark' })
  const transaction = {
    from: WALLET.toLowerCase(),
    to: SPENDER,
    value: '0x2a',
    input: '0xabcd',
    gas: '0x5208',
    nonce: '0x0',
  }
  const sent = provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  const wallet = await openWallet()
  expect(wallet.getAttribute('flow')).toBe('send')
  expect(wallet.getAttribute('wallet-address')).toBe(WALLET)
  expect([wallet.getAttribute('locale'), wallet.getAttribute('theme')]).toEqual(['de', 'dark'])
  expect(wallet.call).toEqual({ kind: 'raw', to: SPENDER, data: '0xabcd', value: '42' })
  wallet.emit('before-sign', {})
  wallet.emit('executed', { digest: DIGEST, transactionHash: HASH })
  expect(await sent).toBe(HASH)
  expect(page.warnings).toEqual([[expect.stringMatching(/^\[latchkey\] .* gas, nonce$/)]])
  // The hidden element follows the transaction, so that its end is known the next time.
  expect(dialogs().map(({ open }) => open)).toEqual([false])
  wallet.emit('status', { digest: DIGEST, transactionHash: HASH, status: 'CONFIRMED' })
  await expect.poll(() => dialogs()).toEqual([])

  const again = provider.request({
    method: 'eth_sendTransaction',
    params: [{ ...transaction, input: undefined }],
  })
  const second = await openWallet()
  expect(second.call).toEqual({ kind: 'raw', to: SPENDER, data: '0x', value: '42' })
  second.emit('executed', { digest: DIGEST, transactionHash: HASH })
  await again
  expect(page.warnings).toHaveLength(1)
})

const send = { method: 'eth_sendTransaction', params: [{ from: WALLET, to: SPENDER }] }

test('behavior: a held transaction returns when it is sent, even if its dialog was closed meanwhile', async () => {
  const provider = await connectedProvider()
  const sent = provider.request(send)
  const wallet = await openWallet()
  wallet.emit('before-sign', {})
  wallet.emit('executed', { digest: DIGEST, transactionUuid: UUID })
  wallet.emit('status', { digest: DIGEST, transactionUuid: UUID, status: 'PENDING_USER_APPROVAL' })
  expect(dialogs().map(({ open }) => open)).toEqual([true])
  dialogs()[0]?.close()
  wallet.emit('status', { digest: DIGEST, transactionUuid: UUID, status: 'APPROVED' })
  wallet.emit('status', { digest: DIGEST, transactionUuid: UUID, transactionHash: HASH, status: 'SUBMITTED' })
  expect(await sent).toBe(HASH)
})

test.each([
  ['REJECTED', 4001],
  ['EXPIRED', 4001],
  ['CANCELLED', -32003],
  ['FAILED', -32003],
])('error: a held transaction that ends as %s rejects with %i', async (status, code) => {
  const provider = await connectedProvider()
  const sent = provider.request(send)
  const wallet = await openWallet()
  wallet.emit('executed', { digest: DIGEST, transactionUuid: UUID })
  wallet.emit('status', { digest: DIGEST, transactionUuid: UUID, status, reason: 'because' })
  expect(await failure(sent)).toMatchObject({ code, data: { status, reason: 'because' } })
})

test('error: closing the dialog and Cancel are 4001', async () => {
  const provider = await connectedProvider()
  const leave = [
    () => dialogs()[0]?.close(),
    () => dialogs()[0]?.querySelector<HTMLButtonElement>(':scope > button')?.click(),
    async () => (await openWallet()).emit('cancelled'),
  ]
  for (const act of leave) {
    const sent = provider.request(send)
    const wallet = await openWallet()
    await act()
    expect(await failure(sent)).toMatchObject({ code: 4001, data: undefined })
    expect(wallet.isConnected).toBe(false)
  }
  const sent = provider.request(send)
  const wallet = await openWallet()
  wallet.emit('before-sign', {})
  wallet.error('PASSKEY_CANCELLED', 'NotAllowedError')
  dialogs()[0]?.close()
  expect(await failure(sent)).toMatchObject({
    code: 4001,
    data: { code: 'PASSKEY_CANCELLED', detail: 'NotAllowedError' },
  })
})

test('error: a dialog that is closed while the signature is submitted declines nothing', async () => {
  const provider = await connectedProvider()
  const sent = provider.request(send)
  const wallet = await openWallet()
  wallet.emit('before-sign', {})
  dialogs()[0]?.close()
  wallet.emit('executed', { digest: DIGEST, transactionHash: HASH })
  expect(await sent).toBe(HASH)

  const left = provider.request(send)
  const other = await openWallet()
  other.emit('before-sign', {})
  dialogs()
    .find(({ open }) => open)
    ?.close()
  other.error('PASSKEY_CANCELLED')
  expect(await failure(left)).toMatchObject({ code: 4001 })
  expect(other.isConnected).toBe(false)
})

test('behavior: a signed message keeps waiting for its approval after its dialog is closed', async () => {
  const provider = await connectedProvider()
  const sign = { method: 'personal_sign', params: ['hello', WALLET] }
  const approved = provider.request(sign)
  const wallet = await openWallet()
  wallet.emit('before-sign-message', { digest: DIGEST, hash: HASH })
  dialogs()[0]?.close()
  expect(wallet.isConnected).toBe(true)
  wallet.emit('signed', { walletAddress: WALLET, hash: HASH, digest: DIGEST, signature: SIGNATURE })
  expect(await approved).toBe(SIGNATURE)
  expect(dialogs()).toEqual([])
  const declined = provider.request(sign)
  const other = await openWallet()
  other.emit('before-sign-message', { digest: DIGEST, hash: HASH })
  dialogs()[0]?.close()
  other.error('OPERATION_NOT_ALLOWED', 'approval: declined', 'declined')
  expect(await failure(declined)).toMatchObject({ code: 4001 })
  expect(dialogs()).toEqual([])
})

test.each<[code: string, detail: string | undefined, expected: number, reason?: string]>([
  ['CONFIGURATION', 'call: data must be 0x and whole bytes', -32602],
  ['OPERATION_NOT_ALLOWED', 'approve', 4100],
  ['OPERATION_NOT_ALLOWED', 'approval: declined', 4100],
  ['OPERATION_NOT_ALLOWED', 'in other words', 4001, 'declined'],
  ['OPERATION_NOT_ALLOWED', undefined, 4001, 'expired'],
  ['WALLET_NOT_OWNED', WALLET, 4100],
  ['SESSION_EXPIRED', 'getToken failed', 4100],
  ['UNSUPPORTED_BROWSER', undefined, 4200],
  ['UNEXPECTED_ANSWER', 'in other words', 4901, 'other-chain'],
])(
  'error: %s of the widget is final: the page gets it at once, and the person reads it',
  async (code, detail, expected, reason) => {
    const provider = await connectedProvider()
    const sent = provider.request(send)
    const wallet = await openWallet()
    wallet.error(code, detail, reason)
    const { data, ...error } = await failure(sent)
    const message = `The sentence of ${code}.`
    expect(error).toEqual({
      code: expected,
      message: code === 'CONFIGURATION' ? `${message} (${detail})` : message,
    })
    expect(data).toMatchObject({ code })
    expect(dialogs().map(({ open }) => open)).toEqual([true])
  },
)

test('behavior: signature requests wait for one another', async () => {
  const provider = await connectedProvider()
  const first = provider.request(send)
  const second = provider.request({ method: 'personal_sign', params: ['hello', WALLET] })
  const one = await openWallet()
  expect(one.getAttribute('flow')).toBe('send')
  one.emit('cancelled')
  expect(await failure(first)).toMatchObject({ code: 4001 })
  const other = await openWallet()
  expect(other.getAttribute('flow')).toBe('sign')
  other.emit('signed', { walletAddress: WALLET, hash: HASH, digest: DIGEST, signature: SIGNATURE })
  expect(await second).toBe(SIGNATURE)
})

test('error: a widget that cannot be loaded is 4900, and the next request tries again', async () => {
  vi.stubGlobal('LATCHKEY_MAIN', ['latchkey-wallet-1.js', 'sha384-x'])
  forgetElement('latchkey-wallet')
  vi.mocked(importChecked).mockRejectedValueOnce(new Error('offline'))
  const provider = newProvider()
  expect(await failure(provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: 4900 })
  customElements.define('latchkey-wallet', StandInElement)
  void provider.request({ method: 'eth_requestAccounts' })
  expect((await openWallet()).getAttribute('flow')).toBe('login')
  expect(vi.mocked(importChecked).mock.calls).toEqual([
    ['https://wallets.example/widget/v1/latchkey-wallet-1.js', 'sha384-x'],
  ])
})
