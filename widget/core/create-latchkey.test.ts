// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN, createServerState } from '#widget/testing/server-state.ts'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { standIn } from '#widget/testing/stand-in-server.ts'
import { memoryStore } from '#widget/testing/test-flows.ts'
import { createLatchkey, type SignInput } from './index.ts'

const TRANSFER = { tokenAddress: COIN, to: FRIEND, amount: '12.5' }

beforeEach(() => void vi.stubGlobal('location', { hostname: 'shop.example' }))
afterEach(() => void vi.unstubAllGlobals())

/** A page with its own storage and device, connected to a stand-in server. */
function openPage(changes: Parameters<typeof createServerState>[0] = {}) {
  const server = createServerState({ operations: ['create', 'transfer', 'approve', 'execute'], ...changes })
  const authenticator = createSoftwareAuthenticator()
  const options = {
    apiUrl: 'https://wallets.example',
    getToken: async () => server.validToken,
    fetch: (url: string, init: RequestInit) => standIn(server)(url, init),
    authenticator,
  }
  const { store } = memoryStore()
  const latchkey = createLatchkey({ ...options, store })
  const create = () =>
    latchkey.createWallet({ email: 'mira@example.com', label: 'Mine', askCode: async () => '123456' })
  async function withWallet() {
    const wallet = await create()
    server.balances.set(wallet.address, 100_000_000n)
    return wallet
  }
  /** The same person on a device that stores only the passkeys. */
  const elsewhere = () => createLatchkey({ ...options, store: { ...store, getItem: () => null } })
  return { server, authenticator, latchkey, create, withWallet, elsewhere }
}

test('behavior: creates a wallet with functions only', async () => {
  const { server, create } = openPage()
  const wallet = await create()
  expect(wallet).toMatchObject({ address: server.wallets[0]?.address, label: 'Mine' })
})

test('behavior: a wrong code is requested again, and the passkey is kept', async () => {
  const { server, latchkey, authenticator } = openPage()
  const codes = ['000000', null, '123456']
  const asked: unknown[] = []
  await latchkey.createWallet({
    email: 'mira@example.com',
    async askCode({ problem }) {
      asked.push(problem?.code)
      return codes.shift() ?? null
    },
  })
  expect(asked.slice(0, 2)).toEqual([undefined, 'INVALID_VERIFICATION_CODE'])
  expect(authenticator.prompts.create).toBe(1)
  expect(server.requests.filter(({ line }) => line.endsWith('request-email-verification'))).toHaveLength(2)
})

test('error: without an email nothing is sent, and no passkey is created if the page refuses', async () => {
  const { server, latchkey, authenticator } = openPage()
  const askCode = async () => '123456'
  await expect(latchkey.createWallet({ askCode })).rejects.toMatchObject({ code: 'CONFIGURATION' })
  expect(server.requests.map(({ line }) => line)).toEqual(['GET /config'])
  const email = 'mira@example.com'
  await expect(latchkey.createWallet({ email, askCode, beforeCreate: () => false })).rejects.toMatchObject({
    code: 'STOPPED_BY_PAGE',
  })
  expect(authenticator.prompts.create).toBe(0)
})

test('behavior: reports the missing fee until it has arrived, and throws without a listener', async () => {
  const fee = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: COIN }
  const { server, latchkey } = openPage({ fee })
  const askCode = async () => '123456'
  const email = 'mira@example.com'
  await expect(latchkey.createWallet({ email, askCode })).rejects.toMatchObject({
    code: 'INSUFFICIENT_FEE_BALANCE',
  })
  const missing: bigint[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const created = latchkey.createWallet({
    email,
    askCode,
    onFunding(funding) {
      missing.push(funding.missing)
      server.balances.set(funding.address, 500_000n)
    },
  })
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(server.wallets).toHaveLength(1)
  })
  vi.useRealTimers()
  await created
  expect(missing).toEqual([500_000n])
})

test('behavior: executes exactly the call that was encoded, decoded and confirmed here', async () => {
  const { server, latchkey, withWallet } = openPage()
  const { address } = await withWallet()
  const asked: Confirmation[] = []
  const signed = await latchkey.signTransaction({
    transfer: TRANSFER,
    async confirm(confirmation) {
      asked.push(confirmation)
      expect(server.executed).toEqual([])
      return true
    },
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    call: { walletAddress: address, toAddress: COIN },
    description: {
      kind: 'erc20-transfer',
      fields: [
        { label: 'amount', value: { text: '12.5', symbol: 'DEMO' } },
        { label: 'to', value: { address: FRIEND } },
        { label: 'token', value: { address: COIN } },
      ],
    },
    digest: signed.digest,
    fingerprint: expect.stringMatching(/^\w+-\w+-\w+-\w+$/),
  })
  expect(server.executed.map(({ digest }) => digest)).toEqual([signed.digest])
  expect(signed.status).toBe('CONFIRMED')
})

test('error: without an explicit yes, nothing is signed', async () => {
  const { server, latchkey, authenticator, withWallet } = openPage()
  await withWallet()
  const prompts = authenticator.prompts.get
  for (const answer of [false, undefined, 1, 'true']) {
    const confirm = async () => answer as boolean
    await expect(latchkey.signTransaction({ transfer: TRANSFER, confirm })).rejects.toMatchObject({
      code: 'STOPPED_BY_PAGE',
    })
  }
  await expect(
    latchkey.signTransaction({
      transfer: TRANSFER,
      confirm: async () => {
        throw new Error('the page is broken')
      },
    }),
  ).rejects.toThrow('the page is broken')
  expect(authenticator.prompts.get).toBe(prompts)
  expect(server.executed).toEqual([])
})

test('behavior: signs another call as it was decoded', async () => {
  const { server, latchkey, withWallet } = openPage()
  await withWallet()
  const kinds: string[] = []
  await latchkey.signTransaction({
    call: { kind: 'erc20-approve', token: COIN, spender: FRIEND, amount: '7' },
    async confirm({ description }) {
      kinds.push(description.kind)
      return true
    },
  })
  expect(kinds).toEqual(['erc20-approve'])
  expect(server.executed[0]?.request.data).toMatch(/^0x095ea7b3/)
})

test('error: rejects another call prepared by the server before confirm is called', async () => {
  const { server, latchkey, withWallet } = openPage()
  await withWallet()
  server.tamper = (line, content) =>
    line === 'POST /tokens/erc20/transfer/prepare' || line.includes('erc20/transfer')
      ? { ...Object(content), toAddress: FRIEND }
      : content
  const confirm = vi.fn(async () => true)
  await expect(latchkey.signTransaction({ transfer: TRANSFER, confirm })).rejects.toMatchObject({
    code: 'CALL_MISMATCH',
  })
  expect(confirm).not.toHaveBeenCalled()
})

test.each([
  [{ tokenSymbol: 'DEM0' }, 0],
  [{ tokenDecimals: 8 }, 0],
  [{ tokenSymbol: 'DEMO', tokenDecimals: 6 }, 1],
])('param: with %j pinned by the page, %i transfers are executed', async (pins, executed) => {
  const { server, latchkey, withWallet } = openPage()
  await withWallet()
  const signing = latchkey.signTransaction({ transfer: TRANSFER, confirm: async () => true, ...pins })
  if (executed === 1) await signing
  else await expect(signing).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
  expect(server.executed).toHaveLength(executed)
})

test('error: an invalid transfer is rejected with its fault', async () => {
  const { latchkey, withWallet } = openPage()
  await withWallet()
  const confirm = async () => true
  const wrong = { ...TRANSFER, to: '0x12', amount: '1000' }
  await expect(latchkey.signTransaction({ transfer: wrong, confirm })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    detail: 'transfer: toNotAddress, amountBalance',
  })
  await expect(latchkey.signTransaction({ confirm })).rejects.toMatchObject({ code: 'CONFIGURATION' })
})

test('behavior: a held transaction is followed to its end, or returned once accepted', async () => {
  const { server, latchkey, withWallet } = openPage({
    held: true,
    statuses: ['PENDING_USER_APPROVAL', 'REJECTED'],
  })
  await withWallet()
  const confirm = async () => true
  const numbers: unknown[] = []
  const signed = await latchkey.signTransaction({
    transfer: TRANSFER,
    confirm,
    onProgress: ({ status, number }) => void numbers.push([status, number]),
  })
  expect(signed).toMatchObject({ status: 'REJECTED', transactionUuid: expect.any(String) })
  expect(numbers).toContainEqual(['PENDING_USER_APPROVAL', 42])
  server.statuses = ['PENDING_USER_APPROVAL']
  const left = await latchkey.signTransaction({ transfer: TRANSFER, confirm, follow: false })
  expect(left.status).toBe('PENDING_USER_APPROVAL')
})

test('behavior: a page is warned of an earlier call to the same recipient that can still be executed', async () => {
  const { latchkey, withWallet } = openPage({ held: true, statuses: ['REJECTED'] })
  await withWallet()
  const asked: unknown[] = []
  const confirm: SignInput['confirm'] = async (_, parties) => {
    asked.push(parties)
    return true
  }
  await latchkey.signTransaction({ transfer: TRANSFER, confirm })
  await latchkey.signTransaction({ transfer: { ...TRANSFER, amount: '1' }, confirm })
  expect(asked).toMatchObject([[{ kind: 'first' }], [{ kind: 'unfinished', until: expect.any(String) }]])
})

test('error: a transaction that has not failed cannot be cancelled', async () => {
  const { latchkey, withWallet, authenticator } = openPage({ statuses: ['SUBMITTED'] })
  await withWallet()
  const confirm = async () => true
  const { digest } = await latchkey.signTransaction({ transfer: TRANSFER, confirm, follow: false })
  const prompts = authenticator.prompts.get
  await expect(latchkey.cancelTransaction({ digest, confirm })).rejects.toMatchObject({
    code: 'CONFLICT',
    detail: 'the transaction is SUBMITTED',
  })
  expect(authenticator.prompts.get).toBe(prompts)
})

test('behavior: an abort by the page ends the flow', async () => {
  const { latchkey, withWallet } = openPage()
  await withWallet()
  const leaving = new AbortController()
  const signing = latchkey.signTransaction({
    transfer: TRANSFER,
    signal: leaving.signal,
    confirm: () => {
      leaving.abort(new Error('left'))
      return new Promise(() => {})
    },
  })
  await expect(signing).rejects.toThrow('left')
})

test('behavior: login finds the wallet by the passkey alone, and another person’s passkey opens none', async () => {
  const { server, withWallet, elsewhere, authenticator } = openPage()
  const wallet = await withWallet()
  await expect(elsewhere().login()).resolves.toMatchObject({ address: wallet.address, label: 'Mine' })
  expect(authenticator.prompts.get).toBeGreaterThan(0)
  await expect(elsewhere().login({ beforeLogin: () => false })).rejects.toMatchObject({
    code: 'STOPPED_BY_PAGE',
  })
  await authenticator.swapKey()
  await expect(elsewhere().login()).rejects.toMatchObject({ code: 'PASSKEY_WRONG' })
  server.wallets.length = 0
  await expect(elsewhere().login()).rejects.toMatchObject({ code: 'NO_WALLET' })
})

test('behavior: a wallet without a backup address is not recovered, and a server without recoveries says so', async () => {
  const { server, withWallet, latchkey, authenticator } = openPage()
  await withWallet()
  const onProposal = vi.fn()
  const { create } = authenticator.prompts
  await expect(latchkey.recover({ onProposal })).resolves.toBe('no-backup')
  server.extensions = false
  await expect(latchkey.recover({ onProposal })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(onProposal).not.toHaveBeenCalled()
  expect(authenticator.prompts.create).toBe(create)
})

test('error: an invalid address or domain is rejected at once', () => {
  const getToken = async () => ''
  const authenticator = createSoftwareAuthenticator()
  expect(() => createLatchkey({ apiUrl: 'nowhere', getToken, authenticator })).toThrow('CONFIGURATION')
  expect(() =>
    createLatchkey({ apiUrl: 'https://wallets.example', getToken, authenticator, rpId: 'other.example' }),
  ).toThrow('RP_ID_MISMATCH')
  // The test environment has no passkeys.
  vi.stubGlobal('isSecureContext', true)
  expect(() => createLatchkey({ apiUrl: 'https://wallets.example', getToken })).toThrow('UNSUPPORTED_BROWSER')
})

test('behavior: a module rendered on a server can create an instance, and only its functions throw there', async () => {
  vi.stubGlobal('location', undefined)
  const latchkey = createLatchkey({ apiUrl: 'https://wallets.example', getToken: async () => 'token' })
  await expect(latchkey.login()).rejects.toMatchObject({ code: 'UNSUPPORTED_BROWSER' })
})
