import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { browserApi, clock, random, requireBrowser } from '#widget/browser-deps.ts'
import { WidgetError } from '#widget/errors.ts'
import type { CreatedWallet } from '#widget/flows/create-context.ts'
import { browserStore, createMemory, type KeyValueStore } from '#widget/memory.ts'
import { browserAuthenticator, type Authenticator } from '#widget/passkey/authenticator.ts'
import { requireRelated } from '#widget/passkey/require-related.ts'
import { createSession } from '#widget/session.ts'
import { parseApiUrl, parseRpId } from '#widget/settings.ts'
import type { RecoverOutcome } from '#widget/wallet/recover.ts'
import type { CoreDeps } from './core-deps.ts'
import { createExactErrors, type ExactErrors } from './exact-errors.ts'
import { headlessCancel, type CancelInput } from './headless-cancel.ts'
import { headlessCreate, type CreateWalletInput } from './headless-create.ts'
import { headlessLogin, type LoginInput, type LoginResult } from './headless-login.ts'
import { headlessRecover, type RecoverInput } from './headless-recover.ts'
import { headlessSign, type SignedTransaction, type SignInput } from './headless-send.ts'

/**
 * The options of `createLatchkey`.
 *
 * @example
 * const options: LatchkeyOptions = {
 *   apiUrl: 'https://wallets.example',
 *   getToken: async () => (await fetch('/wallet-token', { method: 'POST' })).text(),
 * }
 */
export type LatchkeyOptions = {
  /** Origin of the Latchkey server, without a path. */
  apiUrl: string
  /**
   * Fetches a fresh widget token from the page's backend. Called at the start and each time a token has
   * expired.
   */
  getToken: () => Promise<string>
  /** Domain of the passkeys, if it is a parent of the page's hostname. */
  rpId?: string | undefined
  /** The chain of the wallets. The widget rejects a server on another chain. */
  chainId?: number | bigint | string | undefined
  /** Replaces the browser's `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Replaces `navigator.credentials`. */
  authenticator?: Authenticator | undefined
  /** Replaces `localStorage`. Stores public keys and ids, never a secret. */
  store?: KeyValueStore | undefined
}

/**
 * The functions that `createLatchkey` returns.
 *
 * @example
 * const createFor = (latchkey: Latchkey, email: string) => latchkey.createWallet({ email, askCode })
 */
export type Latchkey = {
  createWallet: (input: CreateWalletInput) => Promise<CreatedWallet>
  signTransaction: (input: SignInput) => Promise<SignedTransaction>
  cancelTransaction: (input: CancelInput) => Promise<SignedTransaction>
  login: (input?: LoginInput) => Promise<LoginResult>
  recover: (input: RecoverInput) => Promise<RecoverOutcome>
}

/**
 * The widget without its element: the same flows, with functions of the page instead of screens. Call them
 * from a click, because browsers require one for a passkey prompt. A page that is rendered on a server may
 * create an instance there, but its functions then throw `UNSUPPORTED_BROWSER`.
 *
 * @throws WidgetError `CONFIGURATION`, `RP_ID_MISMATCH`
 *
 * @example
 * const latchkey = createLatchkey({ apiUrl: 'https://wallets.example', getToken })
 * button.addEventListener('click', async () => {
 *   const { address } = await latchkey.createWallet({ email: 'mira@example.com', askCode })
 *   showAddress(address)
 * })
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  const made = typeof location === 'undefined' ? undefined : assembleDeps(options)
  async function run<Result>(flow: (deps: CoreDeps) => Promise<Result>): Promise<Result> {
    if (made !== undefined) {
      const { deps, exact } = made
      return exact.run(async () => {
        await requireRelated(deps.host, deps.rpId)
        return flow(deps)
      })
    }
    throw new WidgetError('UNSUPPORTED_BROWSER', { detail: 'there is no browser here: call it in the page' })
  }
  return {
    createWallet: (input) => run((deps) => headlessCreate(deps, input)),
    signTransaction: (input) => run((deps) => headlessSign(deps, input)),
    cancelTransaction: (input) => run((deps) => headlessCancel(deps, input)),
    login: (input = {}) => run((deps) => headlessLogin(deps, input)),
    recover: (input) => run((deps) => headlessRecover(deps, input)),
  }
}

const OPTIONS = {
  apiUrl: 'attribute',
  getToken: 'required',
  rpId: 'attribute',
  chainId: 'attribute',
  fetch: 'function',
  authenticator: 'object',
  store: 'object',
} satisfies Record<keyof LatchkeyOptions, OptionKind>

/** The dependencies of the flows, and the classification of their errors. */
function assembleDeps(options: LatchkeyOptions): { deps: CoreDeps; exact: ExactErrors } {
  checkOptions('createLatchkey', options, OPTIONS)
  const { getToken, authenticator = browserAuthenticator, store = browserStore(), fetch } = options
  const apiUrl = parseApiUrl(options.apiUrl, 'apiUrl')
  const host = location.hostname
  const chainId = readAttribute('chain-id', options.chainId, 'chainId')
  if (authenticator === browserAuthenticator) requireBrowser()
  const session = createSession(() => ({ getToken }))
  const exact = createExactErrors({ apiUrl, fetch })
  const deps = {
    apiUrl,
    host,
    rpId: parseRpId(options.rpId, host, 'rpId'),
    chainId,
    api: browserApi(apiUrl, session, chainId, fetch),
    authenticator,
    memory: createMemory(store),
    clock,
    random,
    report: exact.report,
  }
  return { deps, exact }
}
