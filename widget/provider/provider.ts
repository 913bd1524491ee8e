import * as z from 'zod/mini'
import { sameAddress } from '#protocol/display/address.ts'
import { addressSchema, calldataSchema } from '#protocol/fields.ts'
import type { WidgetApi } from '#widget/api.ts'
import { browserApi } from '#widget/browser-deps.ts'
import { orUndefined } from '#widget/checks.ts'
import { asWidgetError } from '#widget/errors.ts'
import { createSession } from '#widget/session.ts'
import { readCoSigner } from '#widget/wallet/co-signer.ts'
import { announceProvider } from './announce-provider.ts'
import {
  createConnection,
  type Connection,
  type ProviderEvents,
  type ProviderListener,
} from './connection.ts'
import { createGetAssets } from './get-assets.ts'
import { createReceipts, READS, readNode } from './node-reads.ts'
import { readOptions, type ProviderOptions } from './options.ts'
import { object, params, parse, quantity, text, callShape, rawCall } from './params.ts'
import { createPermissions } from './permissions.ts'
import { fromWidget, ProviderRpcError } from './rpc-error.ts'
import { createSendCalls } from './send-calls.ts'
import { createDialogs, type Dialogs } from './wallet-dialog.ts'

/**
 * An EIP-1193 provider. `request` rejects with a `ProviderRpcError`. `disconnect` forgets the wallet.
 *
 * @example
 * const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
 */
export type LatchkeyProvider = Pick<Connection, 'disconnect'> & {
  readonly isLatchkey: true
  /** Returns the provider, like a Node event emitter. */
  on: <Name extends keyof ProviderEvents>(name: Name, listener: ProviderListener<Name>) => LatchkeyProvider
  removeListener: LatchkeyProvider['on']
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
}

const requestSchema = object({ method: text, params: z.optional(z.unknown()) })
const capabilityParams = params(addressSchema, z.optional(z.array(quantity, 'must be a list of chains')))
const chainParams = params(object({ chainId: quantity }))
const assetSchema = object({ options: object({ address: addressSchema }) })

/**
 * Creates an EIP-1193 provider on top of `<latchkey-wallet>`, which it opens in a dialog. Sets
 * `window.latchkey` and announces the provider by EIP-6963.
 *
 * @throws ProviderRpcError -32602, which names an option that cannot be used
 *
 * @example
 * const provider = createProvider({ apiUrl: 'https://wallets.example', chainId: 84001, getToken })
 * const [address] = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(options: ProviderOptions): LatchkeyProvider {
  // Without this, a strict policy reports the code that zod compiles.
  z.config({ jitless: true })
  const settings = readOptions(options)
  const connection = createConnection(settings)
  const { disconnect } = connection
  const methods = new Map(Object.entries(createMethods(settings, connection)))
  const provider: LatchkeyProvider = {
    isLatchkey: true,
    on(name, listener) {
      connection.on(name, listener)
      return provider
    },
    removeListener(name, listener) {
      connection.removeListener(name, listener)
      return provider
    },
    disconnect,
    async request(request) {
      const { method, params: given } = parse(requestSchema, request, 'request')
      const answer: ((given: unknown) => unknown) | undefined = methods.get(method)
      try {
        if (answer !== undefined) return await answer(given)
        if (READS.test(method)) return await readNode(settings.rpcUrl, method, given)
      } catch (thrown) {
        throw thrown instanceof ProviderRpcError ? thrown : fromWidget(asWidgetError(thrown)).error
      }
      // Throws -32601 instead of 4200, because viem tries `wallet_sendTransaction` after 4200 and hides the rejection
      // behind it.
      throw new ProviderRpcError(
        -32601,
        `The method ${method} does not exist here: see docs/widget-provider.md`,
      )
    },
  }
  announceProvider(provider, settings)
  return provider
}

/** Every method except those that only read the chain. */
function createMethods(settings: ProviderOptions, connection: Connection) {
  const { accounts, connect, chainId, isOwnChain } = connection
  const { apiUrl, getToken, walletAddress } = settings
  const session = createSession(() => ({ getToken }))
  const api = browserApi(apiUrl, session, String(settings.chainId))
  const dialogs = createDialogs(settings)
  const { noteSent, ...receipts } = createReceipts(settings.rpcUrl)
  let connecting: Promise<string[]> | undefined
  function requireChain(code: number, given: unknown): null {
    const [wanted] = parse(chainParams, given)
    if (isOwnChain(wanted.chainId)) return null
    throw new ProviderRpcError(code, `The wallet is on chain ${chainId} alone`)
  }
  const login = () => dialogs.ask({ flow: 'login' }, {}, ({ address }) => address)
  const requestAccounts = () =>
    (connecting ??= Promise.resolve(accounts()[0] ?? walletAddress ?? login())
      .then(connect)
      .finally(() => (connecting = undefined)))
  return {
    eth_chainId: () => chainId,
    net_version: () => String(settings.chainId),
    eth_accounts: accounts,
    eth_requestAccounts: requestAccounts,
    wallet_switchEthereumChain: (given: unknown) => requireChain(4902, given),
    wallet_addEthereumChain: (given: unknown) => requireChain(4200, given),
    async wallet_getCapabilities(given: unknown) {
      const [wallet, chains = [chainId]] = parse(capabilityParams, given)
      const account = connection.account(wallet)
      if (!chains.some(isOwnChain)) return {}
      const coSigner = await findCoSigner(api, account)
      const guarded = coSigner && { coSigner: { supported: true, address: coSigner } }
      const own = { atomic: { status: 'supported' }, assetDiscovery: { supported: true } }
      return { [chainId]: { ...own, ...guarded } }
    },
    async wallet_watchAsset(given: unknown): Promise<boolean> {
      const { address } = parse(assetSchema, given).options
      const tokens = await api.allowedTokens(new AbortController().signal)
      const isListed = tokens.some((token) => sameAddress(token.address, address))
      if (!isListed)
        globalThis.console.warn(`[latchkey] ${address}: administrators list tokens, in the console`)
      return isListed
    },
    ...createPermissions(connection, requestAccounts),
    ...createGetAssets(api, connection),
    ...receipts,
    ...createSigning(dialogs, connection, { noteSent }),
    ...createSendCalls({ ...settings, dialogs, api }, connection),
  }
}

/**
 * The address that must also sign every call and message, so a page can expect requests to wait for it.
 * Undefined if there is none or the server does not report it.
 */
async function findCoSigner(api: WidgetApi, wallet: string): Promise<string | undefined> {
  return readCoSigner(api, wallet, new AbortController().signal).catch(() => undefined)
}

const transactionParams = params(
  object({
    from: z.optional(addressSchema),
    ...callShape,
    input: z.optional(calldataSchema),
    chainId: z.optional(quantity),
  }),
)
const signParams = params(text, addressSchema)
/** Dapps send the message and the address in either order, because `eth_sign` has the address first. */
function inOrder(given: unknown): unknown {
  if (!Array.isArray(given)) return given
  const [first, second, ...rest]: unknown[] = given
  return isAccount(first) && !isAccount(second) ? [second, first, ...rest] : given
}
const isAccount = (given: unknown): boolean => addressSchema.safeParse(given).success
const typedData = object({ types: object({}), primaryType: text, domain: object({}), message: object({}) })
const fromJson = z.transform((given: unknown) =>
  orUndefined((): unknown => (typeof given === 'string' ? JSON.parse(given) : given)),
)
const typedDataParams = params(addressSchema, z.pipe(fromJson, typedData))

/** The methods that request a signature. */
function createSigning(
  dialogs: Dialogs,
  { chainId, isOwnChain, account }: Connection,
  { noteSent }: Pick<ReturnType<typeof createReceipts>, 'noteSent'>,
) {
  let hasWarned = false

  /** `message` has the form for `flow="sign"`. */
  async function sign(from: string, message: object): Promise<string> {
    const attributes = { flow: 'sign', 'wallet-address': account(from) }
    return dialogs.ask(attributes, { message }, ({ signature }) => signature)
  }

  return {
    async eth_sendTransaction(given: unknown): Promise<string> {
      const [{ from, to, value, data, input, chainId: chain = chainId, ...ignored }] = parse(
        transactionParams,
        given,
      )
      if (!isOwnChain(chain))
        throw new ProviderRpcError(4901, `The wallet is on chain ${chainId} alone, not on ${chain}`)
      if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
        throw new ProviderRpcError(-32602, 'params.0.input must be as data, or left out')
      const wallet = account(from)
      const attributes = { flow: 'send', 'wallet-address': wallet }
      const names = Object.keys(ignored).join(', ')
      if (names !== '' && !hasWarned)
        globalThis.console.warn(`[latchkey] ignored, the service sets them: ${names}`)
      hasWarned ||= names !== ''
      const call = rawCall({ to, value, data: data ?? input })
      return dialogs.ask(attributes, { call }, ({ transactionHash, digest }) => {
        if (transactionHash !== undefined && digest !== undefined)
          noteSent(transactionHash, { wallet, digest })
        return transactionHash
      })
    },
    async personal_sign(given: unknown): Promise<string> {
      const [text, from] = parse(signParams, inOrder(given))
      const isHex = /^0x([0-9a-fA-F]{2})*$/.test(text)
      return sign(from, isHex ? { kind: 'bytes', data: text } : { kind: 'text', text })
    },
    async eth_signTypedData_v4(given: unknown): Promise<string> {
      const [from, typed] = parse(typedDataParams, given)
      return sign(from, { kind: 'typed-data', typedData: typed })
    },
  }
}
