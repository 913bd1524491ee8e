import type { WidgetCall, SignableMessage } from '#protocol/widget-call.ts'
import { LatchkeyCancelledEvent } from './events.ts'
import { runFlow } from './run-flow.ts'
import { ElementBase, h, takeOver } from './screens/dom.ts'
import { createStage, type StageParts } from './screens/stage.ts'
import { createSession, type Session } from './session.ts'
import { loadMessages } from './texts/load-messages.ts'
import type { Messages } from './texts/messages.ts'
import { adoptTheme } from './theme.ts'

/** Time in milliseconds after which a missing token is an error. */
const TOKEN_AWAITED_MS = 5_000

/**
 * Creates a passkey wallet, sends tokens from one, or signs the page's `call` or `message`.
 *
 * @summary The passkey wallet, embedded in your page.
 * @since 0.1
 * @attr {string} api-url - Origin of the Latchkey server.
 * @attr {'create' | 'send' | 'login' | 'receive' | 'backup' | 'recover' | 'protect' | 'devices' | 'sign'} flow - What the person does.
 * @attr {string} locale - Language tag; defaults to the page's language, or English if there is no translation.
 * @attr {'light' | 'dark' | 'auto'} theme - Color scheme; `auto` follows the page.
 * @attr {string} rp-id - Domain of a new passkey, if it is a parent of the page's hostname.
 * @attr {string} chain-id - The chain that the wallets are on, in decimal digits. The widget rejects a server on another chain.
 * @attr {string} parent-origins - In a frame: the origins of the pages that may embed it, separated by spaces.
 * @attr {string} label - create: name of the wallet. If it is not set, the person enters one.
 * @attr {string} wallet-address - send, sign: the wallet that signs.
 * @attr {string} token-address - send: the token.
 * @attr {string} to - send: the recipient.
 * @attr {string} amount - send: the amount in human units, with a point.
 * @attr {string} token-decimals - send: the decimals of `token-address`. The widget rejects a server with different decimals.
 * @attr {string} token-symbol - send: the symbol of `token-address`. The widget rejects a server with a different symbol.
 * @attr {string} max-fee - maximum fee in base units of its token. The widget rejects a higher fee.
 * @fires latchkey-before-create - The prompt that creates a passkey is about to open. The page can stop it.
 * @fires latchkey-created - The wallet was created.
 * @fires latchkey-before-sign - The passkey prompt is about to open. The page can stop it.
 * @fires latchkey-executed - The service has accepted the transfer.
 * @fires latchkey-status - The state of the transfer has changed.
 * @fires latchkey-held - The transfer is pending the user's approval.
 * @fires latchkey-approved - The user has approved the transfer.
 * @fires latchkey-submitted - The transfer was sent to the chain.
 * @fires latchkey-confirmed - The transfer is confirmed on the chain and final.
 * @fires latchkey-declined - The user declined or reported the transfer.
 * @fires latchkey-expired - The transfer was not approved in time.
 * @fires latchkey-failed - The chain rejected the transfer.
 * @fires latchkey-withdrawn - The transfer was cancelled.
 * @fires latchkey-before-login - login: the passkey prompt is about to open. The page can stop it.
 * @fires latchkey-logged-in - login: the person has signed with the wallet’s passkey.
 * @fires latchkey-received - receive: tokens have arrived.
 * @fires latchkey-backup-set - backup: the wallet has a new backup address.
 * @fires latchkey-co-signer-set - protect: the co-signer of the wallet was set or removed.
 * @fires latchkey-device-added - devices: the wallet has another passkey.
 * @fires latchkey-device-removed - devices: a passkey was removed from the wallet.
 * @fires latchkey-before-recover - recover: the passkey prompt is about to open. The page can stop it.
 * @fires latchkey-recovery-ready - recover: the wallet of a passkey was found again.
 * @fires latchkey-before-sign-message - sign: the passkey prompt is about to open. The page can stop it.
 * @fires latchkey-signed - sign: the message is signed.
 * @fires latchkey-cancelled - The person left with the Cancel button.
 * @fires latchkey-error - The person was shown an error.
 * @csspart base - The outermost box.
 * @csspart card - The card.
 * @csspart brand - The organization's name and logo, on the first screens.
 * @csspart step - The current step.
 * @csspart heading - The heading of the current step.
 * @csspart problem - The error message.
 * @csspart confirm - The button that opens the passkey prompt for a signature.
 * @csspart field - A field of a form, with its label.
 * @csspart actions - The buttons below a step.
 * @slot header - Above the card. It cannot cover the card.
 * @slot footer - Below the card. It cannot cover the card.
 * @slot success - At the end of a step that succeeded, such as a way back to the shop.
 * @cssproperty --latchkey-accent - The accent color, from which all other accent colors are derived.
 *
 * @example
 * const wallet = new LatchkeyWalletElement()
 * wallet.setAttribute('api-url', 'https://wallets.example')
 * wallet.setAttribute('flow', 'create')
 * wallet.getToken = async () => (await fetch('/wallet-token', { method: 'POST' })).text()
 * wallet.addEventListener('latchkey-created', ({ detail }) => console.log(detail.address))
 * document.body.append(wallet)
 */
export class LatchkeyWalletElement extends ElementBase {
  /** Attributes that restart the flow when they change. */
  static readonly observedAttributes: readonly string[] = [
    'api-url',
    'flow',
    'locale',
    'rp-id',
    'chain-id',
    'label',
    'wallet-address',
    'token-address',
    'to',
    'amount',
  ]

  #token: string | undefined
  #getToken: (() => Promise<string>) | undefined
  #call: WidgetCall | null = null
  #message: SignableMessage | null = null
  readonly #session: Session = createSession(() => ({ token: this.#token, getToken: this.#getToken }))
  #parts: StageParts | undefined
  #run: AbortController | undefined
  #scheduled = false
  #tokenWaiters: (() => void)[] = []

  /** The widget token from your backend. Stored in memory only. */
  get token(): string {
    return this.#token ?? ''
  }

  set token(token: string | undefined) {
    this.#token = token
    this.#tokenSet()
  }

  /**
   * Fetches a fresh widget token from your backend. Called at the start and each time a token has expired.
   */
  get getToken(): (() => Promise<string>) | undefined {
    return this.#getToken
  }

  set getToken(getToken: (() => Promise<string>) | undefined) {
    this.#getToken = getToken
    this.#tokenSet()
  }

  /**
   * The call to sign with `flow="send"`, instead of a transfer that the person chooses. Null means no call.
   * The element validates it, and `latchkey-error` names an invalid member. A change restarts the flow.
   */
  get call(): WidgetCall | null {
    return this.#call
  }

  set call(call: WidgetCall | null) {
    this.#call = call
    this.restart()
  }

  /** The message to sign with `flow="sign"`. Null means no message. A change restarts the flow. */
  get message(): SignableMessage | null {
    return this.#message
  }

  set message(message: SignableMessage | null) {
    this.#message = message
    this.restart()
  }

  /**
   * The page's ERC-7730 descriptors of its own contracts. Used for calls that cannot be decoded otherwise,
   * and displayed as the page's words. Set it before `call`.
   */
  declare descriptors?: readonly object[]

  connectedCallback(): void {
    takeOver(this, ['token', 'getToken', 'call', 'message'])
    this.#parts ??= this.#build()
    // A moved element continues its flow, for example when Turbo moves a permanent element to the next page.
    if (this.#run?.signal.aborted !== false) this.restart()
  }

  /** Removing the element ends its requests, timers and passkey prompt. */
  disconnectedCallback(): void {
    queueMicrotask(() => this.isConnected || this.#run?.abort())
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.restart()
  }

  /** Restarts the flow with the current attributes. Several calls in a row restart it once. */
  restart(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      if (this.isConnected) this.#start()
    })
  }

  /**
   * Leaves the flow like the user's Cancel button. Notifies the page and restarts the flow if the element
   * stays.
   */
  cancel(): void {
    this.#run?.abort()
    this.dispatchEvent(new LatchkeyCancelledEvent())
    this.restart()
  }

  #start(): void {
    const parts = this.#parts
    if (parts === undefined) return
    this.#run?.abort()
    const run = (this.#run = new AbortController())
    const { signal } = run
    const page = this.closest<HTMLElement>('[lang]') ?? document.documentElement
    void loadMessages(this.getAttribute('api-url'), [this.getAttribute('locale'), page.lang]).then(
      (messages) => signal.aborted || this.#runFlow(parts, messages, signal),
    )
  }

  #runFlow(parts: StageParts, messages: Messages, signal: AbortSignal): void {
    parts.base.lang = messages.language
    parts.base.dir = messages.direction
    const stage = createStage(parts, messages, {
      signal,
      cancel: () => this.cancel(),
      focusIsFree: () => this.#focusIsFree(),
    })
    void runFlow({
      element: this,
      session: this.#session,
      tokenGiven: () => this.#tokenGiven(),
      stage,
      signal,
      dispatch: (event) => signal.aborted || this.dispatchEvent(event),
    })
  }

  #build(): StageParts {
    const root = this.attachShadow({ mode: 'open' })
    adoptTheme(root)
    const card = h('div', { class: 'card', part: 'card' })
    const status = h('p', { class: 'status', role: 'status' })
    const slot = (name: string) => h('slot', { name })
    const base = h(
      'div',
      { class: 'base', part: 'base', translate: 'no' },
      slot('header'),
      card,
      slot('footer'),
      status,
    )
    root.append(base)
    return { base, card, status }
  }

  #tokenSet(): void {
    for (const resolve of this.#tokenWaiters.splice(0)) resolve()
  }

  #tokenGiven(): Promise<void> {
    if (this.#token !== undefined || this.#getToken !== undefined) return Promise.resolve()
    return new Promise((resolve) => {
      this.#tokenWaiters.push(resolve)
      setTimeout(resolve, TOKEN_AWAITED_MS)
    })
  }

  #focusIsFree(): boolean {
    const root = this.getRootNode()
    const active = root instanceof ShadowRoot ? root.activeElement : document.activeElement
    return active === null || active === document.body || active === this
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-wallet': LatchkeyWalletElement
  }
}
