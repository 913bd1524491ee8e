import { afterEach, beforeEach, expect, vi } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { ProviderOptions } from '#widget/provider/options.ts'
import { createProvider } from '#widget/provider/provider.ts'
import { forgetElement } from '#widget/testing/forget-element.ts'

export const WALLET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const OTHER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const DIGEST = `0x${'d1'.repeat(32)}`
export const HASH = `0x${'aa'.repeat(32)}`
export const SIGNATURE = '0x5160'
export const UUID = '00000000-0000-4000-8000-000000000001'
export const CHAIN = '0x14821'

/**
 * Replaces `<latchkey-wallet>`, which loads files from a server and asks for passkeys. It has the properties
 * that a page sets, and a test dispatches its events. The real one is used in
 * e2e/journeys/widget/provider.spec.ts.
 */
export class StandInElement extends HTMLElement {
  call: WidgetCall | undefined
  message: unknown
  getToken: (() => Promise<string>) | undefined

  emit(name: string, detail: unknown = null, cancelable = false): boolean {
    const init = { detail, bubbles: true, composed: true, cancelable }
    return this.dispatchEvent(new CustomEvent(`latchkey-${name}`, init))
  }

  error(code: string, detail?: string, reason?: string): boolean {
    return this.emit('error', { code, message: `The sentence of ${code}.`, detail, reason }, true)
  }
}

type Answers = {
  /** The service's responses, by path below /api/widget. */
  service: Map<string, unknown>
  /** The node's responses, by method. */
  node: Map<string, unknown>
  /** The node's error responses, by method. */
  errors: Map<string, { code: number; message: string; data?: unknown }>
  requests: { url: string; authorization: string | null; body: unknown }[]
  validToken: string
}

/** A page with a provider. Resets everything for the next test of the file. */
export function providerPage(): { answers: Answers; warnings: unknown[][] } {
  const page = { answers: createAnswers(), warnings: [] as unknown[][] }
  forgetElement('latchkey-wallet')
  customElements.define('latchkey-wallet', StandInElement)

  beforeEach(() => {
    page.answers = createAnswers()
    page.warnings = []
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => answer(page.answers, url, init))
    vi.spyOn(console, 'warn').mockImplementation((...words) => void page.warnings.push(words))
  })
  afterEach(() => {
    for (const dialog of dialogs()) dialog.remove()
    document.body.replaceChildren()
    localStorage.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return page
}

const createAnswers = (): Answers => ({
  service: new Map(),
  node: new Map(),
  errors: new Map(),
  requests: [],
  validToken: 'token-1',
})

async function answer(answers: Answers, url: string, init: RequestInit): Promise<Response> {
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const authorization = new Headers(init.headers).get('authorization')
  answers.requests.push({ url, authorization, body })
  if (url.startsWith('https://wallets.example/api/widget')) {
    if (authorization !== `Bearer ${answers.validToken}`) return new Response('{}', { status: 401 })
    const content = answers.service.get(new URL(url).pathname.replace('/api/widget', ''))
    return content === undefined ? new Response('{}', { status: 404 }) : Response.json({ content })
  }
  const method: unknown = Reflect.get(Object(body), 'method')
  const error = answers.errors.get(String(method))
  if (error !== undefined) return Response.json({ jsonrpc: '2.0', id: 1, error })
  if (answers.node.has(String(method)))
    return Response.json({ jsonrpc: '2.0', id: 1, result: answers.node.get(String(method)) })
  throw new TypeError('Failed to fetch')
}

export function newProvider(options: Partial<ProviderOptions> = {}) {
  const getToken = vi.fn(async () => 'token-1')
  const provider = createProvider({ apiUrl: 'https://wallets.example', chainId: 84001, getToken, ...options })
  return Object.assign(provider, { getToken })
}

/** A provider that is connected to the wallet. */
export async function connectedProvider(options: Partial<ProviderOptions> = {}) {
  const provider = newProvider({ walletAddress: WALLET, ...options })
  await provider.request({ method: 'eth_requestAccounts' })
  return provider
}

export const DEMO = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
/** An ERC-20 token that does not report its decimals. */
export const PLAIN = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
export const ITEMS = '0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9'

/** The wallet's balances as the service reports them. */
export const BALANCES = {
  address: WALLET,
  coins: [
    { tokenAddress: ZERO_ADDRESS, name: 'Ether', symbol: 'ETH', decimals: 18, amount: '5', allowed: true },
    { tokenAddress: DEMO, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, amount: '42', allowed: true },
    { tokenAddress: PLAIN, name: 'Plain', symbol: '', decimals: null, amount: '7', allowed: false },
  ],
  collectibles: [{ tokenAddress: ITEMS, name: 'Demo Items', symbol: 'DCOL', tokenId: '300', allowed: true }],
  multiTokens: [{ tokenAddress: OTHER, name: 'Parts', symbol: '', tokenId: '1', amount: '9', allowed: true }],
  allowances: [],
  operators: [],
}

/** The service's configuration. */
export const CONFIG = {
  chainId: 84_001,
  factory: OTHER,
  fee: null,
  operations: ['execute'],
  organizationName: 'Shop',
  serverTimeSeconds: 1_800_000_000,
}

/** A transaction as the service lists it. */
export function listed(status: string, facts: object = {}) {
  return {
    transactionUuid: UUID,
    walletAddress: WALLET,
    status,
    digest: DIGEST,
    toAddress: OTHER,
    value: '0',
    data: '0x',
    expiration: '1',
    fee: '0',
    feeCoinAddress: OTHER,
    feeWithdrawAddress: OTHER,
    ...facts,
  }
}

/** The element in the dialog that is open now. */
export async function openWallet(): Promise<StandInElement> {
  return vi.waitFor(
    () => {
      const open = document.querySelectorAll<StandInElement>('dialog[open] > latchkey-wallet')
      expect(open).toHaveLength(1)
      return open[0]!
    },
    { timeout: 30_000 },
  )
}

export const dialogs = (): HTMLDialogElement[] => [...document.querySelectorAll('dialog')]

/** A request's error, once it has failed. */
export async function failure(
  request: Promise<unknown>,
): Promise<{ code: number; message: string; data: unknown }> {
  const settled = await request.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('value' in settled) throw new Error(`returned ${JSON.stringify(settled.value)}`)
  const { code, message, data } = Object(settled.error)
  expect(settled.error).toBeInstanceOf(Error)
  return { code, message, data }
}
