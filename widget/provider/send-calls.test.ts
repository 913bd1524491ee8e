// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import {
  CHAIN,
  connectedProvider,
  dialogs,
  DIGEST,
  failure,
  HASH,
  listed,
  newProvider,
  openWallet,
  OTHER,
  UUID,
  WALLET,
} from './testing/provider-page.ts'

/* The cases of EIP-5792, version 2.0.0, as wallets test them. */

const page = await widgetWorld.provider()
type Provider = Awaited<ReturnType<typeof connectedProvider>>

const CALLS = [
  { to: OTHER, value: '0x1' },
  { to: OTHER, data: '0xabcd' },
]
const BATCH = { version: '2.0.0', from: WALLET, chainId: CHAIN, atomicRequired: true, calls: CALLS }

/** Signs a batch and returns the page's result. */
async function sendBatch(
  provider: Provider,
  changes: object = {},
  executed: object = { transactionHash: HASH },
) {
  const sent = provider.request({ method: 'wallet_sendCalls', params: [{ ...BATCH, ...changes }] })
  const wallet = await openWallet()
  wallet.emit('before-sign', {})
  wallet.emit('executed', { digest: DIGEST, ...executed })
  return { sent: await sent, wallet }
}

const statusOf = (provider: Provider, id: string) =>
  provider.request({ method: 'wallet_getCallsStatus', params: [id] })

test('behavior: several calls are one batch, a single one is that call, and the id is the digest', async () => {
  const provider = await connectedProvider()
  const { sent, wallet } = await sendBatch(provider)
  expect(sent).toEqual({ id: DIGEST })
  expect(wallet.getAttribute('wallet-address')).toBe(WALLET)
  expect(wallet.call).toEqual({
    kind: 'batch',
    calls: [
      { kind: 'raw', to: OTHER, value: '1', data: '0x' },
      { kind: 'raw', to: OTHER, value: '0', data: '0xabcd' },
    ],
  })
  const { wallet: single } = await sendBatch(provider, {
    calls: CALLS.slice(0, 1),
    atomicRequired: false,
    from: undefined,
  })
  expect(single.call).toEqual({ kind: 'raw', to: OTHER, value: '1', data: '0x' })
})

test.each([
  ['version', { version: '1.0' }, -32602, 'params.0.version must be 2.0.0'],
  ['atomicRequired', { atomicRequired: undefined }, -32602, 'params.0.atomicRequired'],
  ['no calls', { calls: [] }, -32602, 'params.0.calls'],
  ['a creation of a contract', { calls: [{ data: '0x00' }] }, -32602, 'params.0.calls.0.to'],
  ['an id that is too long', { id: '0x'.padEnd(8195, '0') }, -32602, 'params.0.id'],
  ['another wallet', { from: OTHER }, 4100, 'eth_requestAccounts'],
  ['another chain', { chainId: '0x1' }, 5710, CHAIN],
  ['too many calls', { calls: Array.from({ length: 11 }, () => CALLS[0]) }, 5740, '10'],
  [
    'a capability',
    { capabilities: { test: {}, test2: { optional: true }, test3: { optional: false } } },
    5700,
    ': test, test3',
  ],
  [
    'a capability of a call',
    { calls: [...CALLS, { to: OTHER, capabilities: { paymasterService: { url: 'x' } } }] },
    5700,
    'paymasterService',
  ],
])('error: wallet_sendCalls rejects %s and opens no dialog', async (_what, changes, code, words) => {
  const provider = await connectedProvider()
  const error = await failure(
    provider.request({ method: 'wallet_sendCalls', params: [{ ...BATCH, ...changes }] }),
  )
  expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
  expect(dialogs()).toEqual([])
})

test('error: a batch that the person leaves is 4001', async () => {
  const provider = await connectedProvider()
  const sent = provider.request({ method: 'wallet_sendCalls', params: [BATCH] })
  const wallet = await openWallet()
  wallet.emit('cancelled')
  expect(await failure(sent)).toMatchObject({ code: 4001 })
})

test('behavior: uses the page’s own id, which is valid only once', async () => {
  const provider = await connectedProvider()
  expect((await sendBatch(provider, { id: '0xmine' })).sent).toEqual({ id: '0xmine' })
  page.answers.service.set('/transactions', [listed('SUBMITTED', { transactionHash: HASH })])
  expect(await statusOf(provider, '0xmine')).toEqual({
    version: '2.0.0',
    id: '0xmine',
    chainId: CHAIN,
    status: 100,
    atomic: true,
  })
  const again = provider.request({ method: 'wallet_sendCalls', params: [{ ...BATCH, id: '0xmine' }] })
  expect(await failure(again)).toMatchObject({ code: 5720 })
})

const later = '2999-01-01T00:00:00.000Z'
const earlier = '2000-01-01T00:00:00.000Z'
test.each([
  ['PENDING_USER_APPROVAL', {}, 100],
  ['APPROVED', {}, 100],
  ['SUBMITTED', { transactionHash: HASH }, 100],
  ['CONFIRMED', { transactionHash: HASH }, 200],
  ['REJECTED', {}, 400],
  ['EXPIRED', {}, 400],
  ['CANCELLED', {}, 400],
  ['FAILED', { transactionHash: HASH, executableUntil: earlier }, 500],
  ['FAILED', { transactionHash: HASH, executableUntil: later }, 100],
  ['FAILED', {}, 400],
])('behavior: after a reload, the status of a batch that is %s %j is %i', async (status, facts, code) => {
  const provider = await connectedProvider()
  page.answers.service.set('/transactions', [listed(status, facts)])
  expect(await statusOf(provider, DIGEST)).toEqual({
    version: '2.0.0',
    id: DIGEST,
    chainId: CHAIN,
    status: code,
    atomic: true,
  })
})

test('behavior: a batch on the chain has one receipt, read from the page’s node', async () => {
  const provider = await connectedProvider({ rpcUrl: 'https://node.example/' })
  page.answers.service.set('/transactions', [listed('CONFIRMED', { transactionHash: HASH })])
  const receipt = {
    logs: [{ address: OTHER, data: '0x', topics: [DIGEST] }],
    status: '0x1',
    blockHash: HASH,
    blockNumber: '0x2',
    gasUsed: '0x5208',
    transactionHash: HASH,
  }
  page.answers.node.set('eth_getTransactionReceipt', { ...receipt, from: WALLET, type: '0x2' })
  expect(await statusOf(provider, DIGEST)).toMatchObject({ status: 200, receipts: [receipt] })
  page.answers.node.set('eth_getTransactionReceipt', null)
  expect(await statusOf(provider, DIGEST)).not.toHaveProperty('receipts')
})

test('behavior: a batch that failed in a transaction with others has a failed receipt', async () => {
  const provider = await connectedProvider({ rpcUrl: 'https://node.example/' })
  const failed = { transactionHash: HASH, executableUntil: earlier }
  page.answers.service.set('/transactions', [listed('FAILED', failed)])
  const receipt = {
    status: '0x1',
    blockHash: HASH,
    blockNumber: '0x2',
    gasUsed: '0x5208',
    transactionHash: HASH,
  }
  const logs = [{ address: OTHER, data: '0x', topics: [DIGEST] }]
  page.answers.node.set('eth_getTransactionReceipt', { ...receipt, logs })
  const receipts = [{ ...receipt, status: '0x0', logs: [] }]
  expect(await statusOf(provider, DIGEST)).toMatchObject({ status: 500, receipts })
})

test.each([DIGEST, '0x1234', 'mine'])('error: the unknown batch id %s is 5730', async (id) => {
  const provider = await connectedProvider()
  page.answers.service.set('/transactions', [])
  expect(await failure(statusOf(provider, id))).toMatchObject({ code: 5730 })
  const shown = provider.request({ method: 'wallet_showCallsStatus', params: [id] })
  expect(await failure(shown)).toMatchObject({ code: 5730 })
})

test('error: an expired token is renewed once, and a rejection by the service is 4100', async () => {
  const provider = await connectedProvider()
  page.answers.service.set('/transactions', [listed('CONFIRMED')])
  await statusOf(provider, DIGEST)
  await statusOf(provider, DIGEST)
  expect(provider.getToken).toHaveBeenCalledTimes(1)
  page.answers.validToken = 'token-2'
  provider.getToken.mockResolvedValueOnce('token-2')
  expect(await statusOf(provider, DIGEST)).toMatchObject({ status: 200 })
  page.answers.validToken = 'token-3'
  provider.getToken.mockResolvedValueOnce('t'.repeat(43))
  expect(await failure(statusOf(provider, DIGEST))).toMatchObject({
    code: 4100,
    data: { code: 'SESSION_EXPIRED' },
  })
})

test('behavior: a held batch returns at once, is pending, and its number can be shown again', async () => {
  const provider = await connectedProvider()
  const { sent, wallet } = await sendBatch(provider, {}, { transactionUuid: UUID })
  expect(sent).toEqual({ id: DIGEST })
  wallet.emit('status', { digest: DIGEST, transactionUuid: UUID, status: 'PENDING_USER_APPROVAL' })
  // The person needs the displayed number.
  expect(dialogs().map(({ open }) => open)).toEqual([true])
  dialogs()[0]?.close()
  const approval = { number: 42, expiresAtDatetime: '2026-11-26T12:00:00.000Z' }
  page.answers.service.set('/transactions', [listed('PENDING_USER_APPROVAL', { approval })])
  expect(await statusOf(provider, DIGEST)).toMatchObject({ status: 100 })
  expect(await provider.request({ method: 'wallet_showCallsStatus', params: [DIGEST] })).toBeNull()
  expect(document.querySelector('dialog[open]')?.textContent).toBe(`Waiting for your approval 42${DIGEST}×`)
})

test('behavior: a dialog that is only informative closes for the next request, and a held batch is still followed', async () => {
  const provider = await connectedProvider()
  const { wallet } = await sendBatch(provider, {}, { transactionUuid: UUID })
  const signed = provider.request({ method: 'personal_sign', params: ['hello', WALLET] })
  const other = await vi.waitFor(
    async () => {
      const opened = await openWallet()
      expect(opened.getAttribute('flow')).toBe('sign')
      return opened
    },
    { timeout: 30_000 },
  )
  expect(wallet.isConnected).toBe(true)
  wallet.emit('status', { digest: DIGEST, transactionUuid: UUID, status: 'REJECTED' })
  expect(wallet.isConnected).toBe(false)
  other.emit('signed', { signature: '0x5160' })
  expect(await signed).toBe('0x5160')
})

test.each([
  ['CONFIRMED', 'en', 'Confirmed'],
  ['CONFIRMED', 'de-AT', 'Bestätigt'],
  ['REJECTED', 'es', 'Ha fallado'],
  ['SUBMITTED', 'en', 'Sent'],
])(
  'behavior: wallet_showCallsStatus of a batch that is %s says so in %s, until it is closed',
  async (status, locale, words) => {
    const provider = await connectedProvider({ locale })
    page.answers.service.set('/transactions', [listed(status, { transactionHash: HASH })])
    expect(await provider.request({ method: 'wallet_showCallsStatus', params: [DIGEST] })).toBeNull()
    const [dialog] = dialogs()
    expect(dialog?.textContent).toBe(`${words} ${HASH}×`)
    dialog?.close()
    expect(dialogs()).toEqual([])
  },
)

test('param: wallet_getCapabilities knows the connected wallet and the requested chain', async () => {
  const provider = await connectedProvider()
  const capabilities = (...params: unknown[]) =>
    provider.request({ method: 'wallet_getCapabilities', params })
  const supported = {
    [CHAIN]: { atomic: { status: 'supported' }, assetDiscovery: { supported: true } },
  }
  expect(await capabilities(WALLET)).toEqual(supported)
  expect(await capabilities(WALLET, ['0x1', CHAIN])).toEqual(supported)
  expect(await capabilities(WALLET, ['0x1'])).toEqual({})
  expect(await failure(capabilities(OTHER))).toMatchObject({ code: 4100 })
  const stranger = newProvider({ chainId: 1 })
  const asked = stranger.request({ method: 'wallet_getCapabilities', params: [WALLET] })
  expect(await failure(asked)).toMatchObject({ code: 4100 })
})

test.each<[what: string, details: Record<string, unknown>, coSigner: object]>([
  ['has a co-signer', { coSigner: OTHER }, { coSigner: { supported: true, address: OTHER } }],
  ['has none', { coSigner: null }, {}],
  ['is of a service without co-signers', {}, {}],
])('behavior: wallet_getCapabilities of a wallet that %s says so', async (_what, details, coSigner) => {
  const provider = await connectedProvider()
  const zeros = '0'.repeat(64)
  const known = { address: WALLET, qx: zeros, qy: zeros, rpIdHash: `0x${zeros}` }
  page.answers.service.set(`/wallets/${WALLET}`, { ...known, ...details })
  const capabilities = await provider.request({ method: 'wallet_getCapabilities', params: [WALLET] })
  const always = { atomic: { status: 'supported' }, assetDiscovery: { supported: true } }
  expect(capabilities).toEqual({ [CHAIN]: { ...always, ...coSigner } })
})
