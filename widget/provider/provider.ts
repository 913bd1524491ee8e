import * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import { addressSchema } from '#protocol/fields.ts'
import type { WidgetApi } from '#widget/api.ts'
import { browserApi } from '#widget/browser-deps.ts'
import { asWidgetError, WidgetError } from '#widget/errors.ts'
import { importChecked } from '#widget/import-checked.ts'
import { createSession } from '#widget/session.ts'
import { parseApiUrl } from '#widget/settings.ts'
import { announce } from './announce.ts'
import { createConnection, type Connection } from './connection.ts'
import { READS, readNode } from './node-reads.ts'
import { object, params, parse, quantity, text } from './params.ts'
import { ProviderRpcError, rpcCode } from './rpc-error.ts'
import { createSendCalls } from './send-calls.ts'
import { createSigning } from './signing.ts'
import { textsOf } from './texts.ts'
import { createDialogs } from './wallet-dialog.ts'

/** Put in by the build (build/publish-widget.ts): the main file and its hash. */
declare const LATCHKEY_MAIN: readonly [file: string, integrity: string]

const optionsSchema = z.object({
  apiUrl: text,
  /** Fetches a widget token from the page's backend. */
  getToken: z.custom<() => Promise<string>>((given) => typeof given === 'function', 'must be a function'),
  chainId: z.int('must be a whole number').check(z.positive('must be above 0')),
  rpcUrl: z.optional(text),
  walletAddress: z.optional(addressSchema),
  locale: z.optional(text),
  theme: z.optional(text),
  /** Where the dialog is put. */
  container: z.optional(z.custom<HTMLElement>()),
})
/**
 * Options of a provider, as docs/widget.md has them.
 *
 * @example
 * const options: ProviderOptions = { apiUrl: 'https://wallets.example', chainId: 84001, getToken: fetchToken }
 */
export type ProviderOptions = z.output<typeof optionsSchema>

/**
 * An EIP-1193 provider. `request` rejects with a `ProviderRpcError`; `disconnect` forgets the wallet.
 *
 * @example
 * const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
 */
export type LatchkeyProvider = Pick<Connection, 'on' | 'removeListener' | 'disconnect'> & {
  readonly isLatchkey: true
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
}

const requestSchema = object({ method: text, params: z.optional(z.unknown()) })
const chainParams = params(object({ chainId: quantity }))
const assetSchema = object({ options: object({ address: addressSchema }) })

/**
 * An EIP-1193 provider over `<latchkey-wallet>`, which it opens in a dialog. It is `window.latchkey` then, and announced by
 * EIP-6963.
 *
 * @throws ProviderRpcError -32602, which names an option that cannot be used
 *
 * @example
 * const provider = createProvider({ apiUrl: 'https://wallets.example', chainId: 84001, getToken })
 * const [address] = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(options: ProviderOptions): LatchkeyProvider {
  // A strict policy reports what zod compiles otherwise.
  z.config({ jitless: true })
  const {
    getToken,
    chainId: chain,
    rpcUrl,
    walletAddress,
    ...given
  } = parse(optionsSchema, options, 'options')
  const apiUrl = parseApiUrl(given.apiUrl)
  const chainId = `0x${chain.toString(16)}`
  const key = `latchkey:provider:${apiUrl}:${chain}`
  const { accounts, account, connect, ...events } = createConnection(key, chainId, walletAddress)
  const api = browserApi(
    apiUrl,
    createSession(() => ({ getToken })),
    undefined,
  )
  const node = (method: string, asked: unknown) => readNode(rpcUrl, method, asked)
  const texts = () => textsOf(given.locale ?? document.documentElement.lang)
  const dialogs = createDialogs({
    load: () => loadElement(apiUrl),
    container: () => given.container ?? document.body,
    closeText: () => texts().close,
    attributes: {
      'api-url': apiUrl,
      'chain-id': chain,
      locale: given.locale ?? false,
      theme: given.theme ?? false,
    },
    getToken,
  })
  let connecting: Promise<string[]> | undefined
  const login = () => dialogs.ask({ flow: 'login' }, {}, ({ address }) => address)
  const requestAccounts = () =>
    (connecting ??= Promise.resolve(accounts()[0] ?? walletAddress ?? login())
      .then(connect)
      .finally(() => (connecting = undefined)))
  const context = { dialogs, chainId, account }
  const methods = {
    eth_chainId: () => chainId,
    net_version: () => String(chain),
    eth_accounts: accounts,
    eth_requestAccounts: requestAccounts,
    wallet_switchEthereumChain: (asked: unknown) => switchChain(chainId, asked),
    wallet_watchAsset: (asked: unknown) => watchAsset(api, asked),
    ...createSigning(context),
    ...createSendCalls({ ...context, api, node, texts }),
  }
  const provider = { ...events, isLatchkey: true, request: answerBy(methods, node) } as const
  announce(provider)
  return provider
}

type Answer = (params: unknown) => unknown

/** Answers a request by the method of its name, or by the node if it reads. */
function answerBy(
  methods: Record<string, Answer>,
  node: (method: string, params: unknown) => Promise<unknown>,
) {
  const answers = new Map(Object.entries(methods))
  return async (request: { method: string; params?: unknown }): Promise<unknown> => {
    const { method, params: given } = parse(requestSchema, request, 'request')
    const answer = answers.get(method)
    try {
      if (answer !== undefined) return await answer(given)
      if (READS.test(method)) return await node(method, given)
    } catch (thrown) {
      throw asRpcError(thrown)
    }
    throw new ProviderRpcError(4200, `${method} is not offered: docs/widget.md lists what is`)
  }
}

/** Loads the main file with the first dialog, unless the page has the element. */
async function loadElement(apiUrl: string): Promise<void> {
  if (customElements.get('latchkey-wallet') !== undefined) return
  const [file, integrity] = LATCHKEY_MAIN
  await importChecked(`${apiUrl}/widget/v1/${file}`, integrity).catch((cause: unknown) => {
    throw new WidgetError('NETWORK_FAILED', { detail: 'the main file', cause })
  })
}

function switchChain(chainId: string, given: unknown): null {
  const [wanted] = parse(chainParams, given)
  if (BigInt(wanted.chainId) === BigInt(chainId)) return null
  throw new ProviderRpcError(4902, `The wallet is on chain ${chainId} alone`)
}

async function watchAsset(api: WidgetApi, given: unknown): Promise<boolean> {
  const { address } = parse(assetSchema, given).options
  const tokens = await api.allowedTokens(new AbortController().signal)
  const isListed = tokens.some((token) => sameAddress(token.address, address))
  if (!isListed) globalThis.console.warn(`[latchkey] ${address}: administrators list tokens, in the console`)
  return isListed
}

/** Errors of the service's answers; a dialog's are as they are. */
function asRpcError(thrown: unknown): ProviderRpcError {
  if (thrown instanceof ProviderRpcError) return thrown
  const { code, detail, message } = asWidgetError(thrown)
  return new ProviderRpcError(rpcCode(code, detail) ?? -32603, `${message}. Try again in a moment.`, {
    code,
    detail,
  })
}
