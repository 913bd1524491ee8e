/**
 * Module resolution in an integrator's project, as in bundlers and in Node. Types of packages are checked
 * too.
 */
export const CONSUMER_CONFIGS = [
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
].map((resolution) => ({
  ...resolution,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: false,
  noEmit: true,
}))

/** The declarations of Vue and Svelte that the elements' types extend. */
export const FRAMEWORK_STUBS = {
  'vue/package.json': '{ "name": "vue", "version": "3.0.0", "types": "index.d.ts" }',
  'vue/index.d.ts': 'export interface GlobalComponents {}',
  'svelte/package.json':
    '{ "name": "svelte", "version": "5.0.0", "exports": { "./elements": { "types": "./elements.d.ts" } } }',
  'svelte/elements.d.ts':
    'export interface HTMLAttributes<T> { id?: string; title?: string; on?: T }\nexport interface SvelteHTMLElements {}',
}

/** An integrator's code that uses every part, each with a mistake that the types must report. */
export const CONSUMER = {
  'element.ts': `import { defineLatchkeyWallet, LatchkeyWalletElement, WidgetError, type WidgetErrorCode } from 'latchkey'
import 'latchkey/define'

defineLatchkeyWallet()
const element: LatchkeyWalletElement = document.createElement('latchkey-wallet')
element.getToken = async () => 'token'
element.call = { kind: 'erc20-approve', token: '0x', spender: '0x', amount: '0' }
// @ts-expect-error the token is missing
element.call = { kind: 'erc20-approve', spender: '0x', amount: '0' }
element.addEventListener('latchkey-before-sign', (event) => {
  const fee: bigint = event.detail.call.fee
  if (fee > 0n) event.preventDefault()
})
element.addEventListener('latchkey-confirmed', ({ detail }) => {
  const hash: string | undefined = detail.transactionHash
  // @ts-expect-error there is no such member
  detail.nothing
  return hash
})
export const readCode = (error: unknown): WidgetErrorCode | undefined =>
  error instanceof WidgetError ? error.code : undefined
`,
  'frame.ts': `import { defineLatchkeyFrame, LatchkeyFrameElement, type WidgetCall } from 'latchkey/frame'
import 'latchkey/define-frame'

defineLatchkeyFrame()
const call: WidgetCall = { kind: 'erc20-approve', token: '0x', spender: '0x', amount: '0' }
export const frame: LatchkeyFrameElement = document.createElement('latchkey-frame')
frame.getToken = async () => 'token'
frame.call = call
frame.restart()
// @ts-expect-error a frame cannot be cancelled from outside
frame.cancel()
frame.addEventListener('latchkey-created', ({ detail }) => detail.address.length)
`,
  'component.tsx': `import { useRef } from 'react'
import type { LatchkeyWalletElement } from 'latchkey'
import type { LatchkeyFrameElement } from 'latchkey/frame'
import { LatchkeyFrame, LatchkeyWallet } from 'latchkey/react'

export function Pay({ getToken }: { getToken: () => Promise<string> }) {
  const wallet = useRef<LatchkeyWalletElement>(null)
  return (
    <>
      <LatchkeyWallet
        ref={wallet}
        apiUrl="https://wallets.example"
        flow="send"
        amount="4.20"
        getToken={getToken}
        onBeforeSign={(event) => event.detail.call.value > 0n && event.preventDefault()}
        onCreated={({ detail }) => detail.address.length}
        onConfirmed={({ detail }) => detail.status}
        onError={({ detail }) => detail.code === 'PASSKEY_CANCELLED'}
      />
      <button onClick={() => wallet.current?.restart()}>Again</button>
      {/* @ts-expect-error there is no such flow */}
      <LatchkeyWallet apiUrl="" flow="steal" getToken={getToken} />
    </>
  )
}

export function Checkout({ getToken }: { getToken: () => Promise<string> }) {
  const frame = useRef<LatchkeyFrameElement>(null)
  return (
    <>
      <LatchkeyFrame
        ref={frame}
        src="https://wallet.shop.example/"
        flow="send"
        amount="4.20"
        getToken={getToken}
        onConfirmed={({ detail }) => frame.current?.restart() ?? detail.status}
      />
      {/* @ts-expect-error the frame's page sets the server */}
      <LatchkeyFrame src="https://wallet.shop.example/" apiUrl="https://wallets.example" getToken={getToken} />
    </>
  )
}
`,
  'provider.ts': `import { createConfig, http } from '@wagmi/core'
import { createWalletClient, custom } from 'viem'
import { sepolia } from 'viem/chains'
import { createProvider, type ProviderOptions } from 'latchkey/provider'
import { latchkey } from 'latchkey/wagmi'

const options: ProviderOptions = { apiUrl: 'https://wallets.example', chainId: sepolia.id, getToken: async () => 'token' }
const provider = createProvider(options)
provider.on('accountsChanged', (accounts) => accounts.map((address) => address.length))
// @ts-expect-error there is no such event
provider.on('somethingElse', () => {})
export const client = createWalletClient({ chain: sepolia, transport: custom(provider) })
const transports = { [sepolia.id]: http() }
export const config = createConfig({ chains: [sepolia], transports, connectors: [latchkey(options)] })
`,
  'x402.ts': `import { createProvider } from 'latchkey/provider'
import { createX402Signer, readSettlement, wrapFetchWithPayment, X402Error, type SignedPayment } from 'latchkey/x402'

const provider = createProvider({ apiUrl: 'https://wallets.example', chainId: 8453, getToken: async () => 'token' })
const tokens = [{ address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', maxAmount: '100000' }]
const payingFetch = wrapFetchWithPayment(fetch, { provider, tokens, onPayment: ({ nonce }) => nonce.length })
export async function buyReport(url: string): Promise<string | undefined> {
  const response = await payingFetch(url, { method: 'POST', body: 'order' })
  return readSettlement(response)?.transaction
}
export const readPayment = (error: unknown): SignedPayment | undefined =>
  error instanceof X402Error && error.code === 'OUTCOME_UNKNOWN' ? error.payment : undefined
export const readAddress = async (): Promise<\`0x\${string}\`> => (await createX402Signer(provider)).address
// @ts-expect-error the maximum amount is missing
wrapFetchWithPayment(fetch, { provider, tokens: [{ address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }] })
`,
  'templates.ts': `import 'latchkey/vue'
import 'latchkey/svelte'
import type { LatchkeyEventMap } from 'latchkey'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { GlobalComponents } from 'vue'

const getToken = async () => 'token'
const save = ({ detail }: LatchkeyEventMap['latchkey-confirmed']) => detail.transactionHash
type VueWallet = InstanceType<GlobalComponents['latchkey-wallet']>['$props']
export const vue: VueWallet = { apiUrl: 'https://wallets.example', flow: 'send', getToken, onLatchkeyConfirmed: save }
// @ts-expect-error there is no such flow
export const wrongInVue: VueWallet = { apiUrl: '', flow: 'steal' }
type VueFrame = InstanceType<GlobalComponents['latchkey-frame']>['$props']
// @ts-expect-error the frame's page sets the server
export const frameInVue: VueFrame = { src: 'https://wallet.shop.example/', apiUrl: '' }
type SvelteWallet = SvelteHTMLElements['latchkey-wallet']
export const svelte: SvelteWallet = {
  'api-url': 'https://wallets.example', flow: 'send', id: 'wallet', getToken,
  'onlatchkey-confirmed': save, 'on:latchkey-created': ({ detail, currentTarget }) => [detail.address, currentTarget.restart()],
}
// @ts-expect-error there is no such attribute
export const wrongInSvelte: SvelteWallet = { 'api-url': '', flow: 'send', recipient: '0x' }
`,
  'server.ts': `import {
  createServerClient,
  RefusedError,
  verifyWebhook,
  type Operations,
  type WebhookEvent,
} from 'latchkey/server'

type Wallet = Operations['listWallets']['answer'][number]
const latchkey = createServerClient({ url: 'https://wallets.example', apiKey: 'key', integrationSecret: 'secret' })
export async function findWallets(externalUserId: string): Promise<Wallet[]> {
  const wallets: Wallet[] = []
  for await (const wallet of latchkey.each('listWallets', { externalUserId })) wallets.push(wallet)
  // @ts-expect-error the address is missing
  await latchkey.getWallet({})
  // @ts-expect-error this operation is not a list
  latchkey.each('getConfig')
  return wallets
}
export const readRefusal = (error: unknown) => (error instanceof RefusedError ? error.code : undefined)
export const readEvent = async (request: Request): Promise<WebhookEvent> =>
  verifyWebhook({ body: await request.text(), headers: request.headers, secret: 'whsec_' })
`,
  'page.test.ts': `import { expect, expectSigned, test } from 'latchkey/testing'

test('pays', async ({ page, passkeys, seededWallet, sandbox }) => {
  const { address } = await seededWallet({ externalUserId: 'mira', coins: '1000000' })
  await passkeys.setVerified(true)
  await page.goto('/')
  const { digest } = await expectSigned(page).toTransfer({ token: sandbox.tokens.erc20, to: address, amount: 1n })
  expect(digest).toHaveLength(66)
  // @ts-expect-error the recipient is missing
  await expectSigned(page).toTransfer({ token: sandbox.tokens.erc20, amount: 1n })
})
`,
}
