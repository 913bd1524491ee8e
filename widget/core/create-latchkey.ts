import { browserApi, clock, random, requirePasskeys } from '#widget/browser-deps.ts'
import { browserStore, createMemory, type KeyValueStore } from '#widget/memory.ts'
import { browserAuthenticator, type Authenticator } from '#widget/passkey/authenticator.ts'
import { createSession } from '#widget/session.ts'
import { parseApiUrl, parseRpId } from '#widget/settings.ts'
import type { CoreDeps } from './core-deps.ts'
import { headlessCreate, type CreateWalletInput } from './headless-create.ts'
import { headlessLogin, type LoginInput } from './headless-login.ts'
import { headlessRecover, type RecoverInput } from './headless-recover.ts'
import { headlessSign, type SignInput } from './headless-send.ts'

/** What a page sets up once. */
export type LatchkeyOptions = {
  /** Origin of the Latchkey server, without a path. */
  apiUrl: string
  /** Fetches a fresh widget token from the page's backend; called at the start and whenever one has expired. */
  getToken: () => Promise<string>
  /** Domain of the passkeys, when it is a parent of the page's hostname. */
  rpId?: string | undefined
  /** The chain that the wallets are on: another one that the server names is refused. */
  chainId?: number | undefined
  /** In place of the browser's. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** In place of `navigator.credentials`. */
  authenticator?: Authenticator | undefined
  /** In place of `localStorage`: keeps public keys and ids, never a secret. */
  store?: KeyValueStore | undefined
}

export type Latchkey = ReturnType<typeof createLatchkey>

/**
 * The widget without its element: the same flows, with functions of the page in place of screens. Call them from a
 * click, as browsers ask for before a passkey prompt.
 *
 * @throws WidgetError `CONFIGURATION`, `RP_ID_MISMATCH`
 */
export function createLatchkey(options: LatchkeyOptions) {
  const { getToken, authenticator = browserAuthenticator, store = browserStore() } = options
  const apiUrl = parseApiUrl(options.apiUrl)
  const host = location.hostname
  const chainId = options.chainId?.toString()
  if (authenticator === browserAuthenticator) requirePasskeys()
  const deps: CoreDeps = {
    apiUrl,
    host,
    rpId: parseRpId(options.rpId, host),
    chainId,
    api: browserApi(
      apiUrl,
      createSession(() => ({ getToken })),
      chainId,
      options.fetch,
    ),
    authenticator,
    memory: createMemory(store),
    clock,
    random,
    report: () => {},
  }
  return {
    createWallet: (input: CreateWalletInput) => headlessCreate(deps, input),
    signTransaction: (input: SignInput) => headlessSign(deps, input),
    login: (input: LoginInput = {}) => headlessLogin(deps, input),
    recover: (input: RecoverInput) => headlessRecover(deps, input),
  }
}
