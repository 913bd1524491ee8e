import type { WidgetCall, SignableMessage } from '#protocol/widget-call.ts'
import { LatchkeyCancelledEvent } from './events.ts'
import { loadMessages } from './texts/load-messages.ts'
import type { Messages } from './texts/messages.ts'
import { runFlow } from './run-flow.ts'
import { ElementBase, h, takeOver } from './screens/dom.ts'
import { createStage, type StageParts } from './screens/stage.ts'
import { createSession, type Session } from './session.ts'
import { adoptTheme } from './theme.ts'

/** A page that sets no token within this time has forgotten it. */
const TOKEN_AWAITED_MS = 5_000

/**
 * Creates a passkey wallet, sends tokens from one, or signs what a page sets as `call` or `message`.
 *
 * @summary The passkey wallet, embedded in your page.
 * @since 0.1
 * @attr {string} api-url - Origin of the Latchkey server.
 * @attr {'create' | 'send' | 'login' | 'receive' | 'backup' | 'recover' | 'protect' | 'devices' | 'sign'} flow - What the person does.
 * @attr {string} locale - Language tag; without it the page's own language, English where there is no translation.
 * @attr {'light' | 'dark' | 'auto'} theme - Colour scheme; `auto` follows the page.
 * @attr {string} rp-id - Domain of a new passkey, when it is a parent of the page's hostname.
 * @attr {string} chain-id - The chain that the wallets are on, in decimal digits: another one that the server names is refused.
 * @attr {string} parent-origins - In a frame: the origins of the pages that may embed it, with spaces between them.
 * @attr {string} label - create: name of the wallet; without it the person is asked.
 * @attr {string} wallet-address - send, sign: the wallet that signs.
 * @attr {string} token-address - send: the token.
 * @attr {string} to - send: the recipient.
 * @attr {string} amount - send: the amount in human units, with a point.
 * @attr {string} token-decimals - send: the decimals of `token-address`; other ones that the server names are refused.
 * @attr {string} token-symbol - send: the symbol of `token-address`; another one that the server names is refused.
 * @attr {string} max-fee - the most that a fee may be, in the smallest unit of its token; a higher one is refused.
 * @fires latchkey-before-create - The prompt that makes a passkey is about to open; can be stopped.
 * @fires latchkey-created - The wallet exists.
 * @fires latchkey-before-sign - The passkey prompt is about to open; can be stopped.
 * @fires latchkey-executed - The service has accepted the transfer.
 * @fires latchkey-status - The transfer has a new state.
 * @fires latchkey-held - It waits for the user's approval.
 * @fires latchkey-approved - The user has approved it.
 * @fires latchkey-submitted - It was sent to the chain.
 * @fires latchkey-confirmed - It is final.
 * @fires latchkey-declined - The user declined or reported it.
 * @fires latchkey-expired - It was not approved in time.
 * @fires latchkey-failed - The chain refused it.
 * @fires latchkey-withdrawn - It was cancelled, or withdrawn while it was held.
 * @fires latchkey-before-login - login: the passkey prompt is about to open; can be stopped.
 * @fires latchkey-logged-in - login: the person has shown that they hold the wallet’s passkey.
 * @fires latchkey-received - receive: tokens have arrived.
 * @fires latchkey-backup-set - backup: the wallet has another backup address.
 * @fires latchkey-co-signer-set - protect: another address must sign too, or none any more.
 * @fires latchkey-device-added - devices: the wallet has another passkey.
 * @fires latchkey-device-removed - devices: a passkey opens the wallet no longer.
 * @fires latchkey-before-recover - recover: the passkey prompt is about to open; can be stopped.
 * @fires latchkey-recovery-ready - recover: the wallet of a passkey was found again.
 * @fires latchkey-before-sign-message - sign: the passkey prompt is about to open; can be stopped.
 * @fires latchkey-signed - sign: the message is signed.
 * @fires latchkey-cancelled - The person left by Cancel.
 * @fires latchkey-error - The person was shown an error.
 * @csspart base - Around everything.
 * @csspart card - The card.
 * @csspart step - The current step.
 * @csspart heading - The heading of the current step.
 * @csspart problem - What went wrong.
 * @csspart confirm - The button that opens the passkey prompt for a signature.
 * @csspart field - A field of a form, with its label.
 * @csspart actions - The buttons below a step.
 * @slot header - Above the card; it can cover nothing of it.
 * @slot footer - Below the card; the same.
 * @slot success - At the end of a step that succeeded, such as a way back to the shop.
 * @cssproperty --latchkey-accent - The one colour that everything else of the accent is derived from.
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

  /** The widget token of your backend. Stored in memory only. */
  get token(): string {
    return this.#token ?? ''
  }

  set token(token: string | undefined) {
    this.#token = token
    this.#tokenSet()
  }

  /** Fetches a fresh widget token from your backend; called at the start and whenever one has expired. */
  get getToken(): (() => Promise<string>) | undefined {
    return this.#getToken
  }

  set getToken(getToken: (() => Promise<string>) | undefined) {
    this.#getToken = getToken
    this.#tokenSet()
  }

  /**
   * The call to sign instead of a transfer that the person chooses, with `flow="send"`; `null` for none. The element
   * checks it itself, and `latchkey-error` names what is wrong with it. A change restarts the flow.
   */
  get call(): WidgetCall | null {
    return this.#call
  }

  set call(call: WidgetCall | null) {
    this.#call = call
    this.restart()
  }

  /** The message to sign with `flow="sign"`; `null` for none. A change restarts the flow. */
  get message(): SignableMessage | null {
    return this.#message
  }

  set message(message: SignableMessage | null) {
    this.#message = message
    this.restart()
  }

  /**
   * The page's ERC-7730 descriptors of its own contracts: displayed, as the page's words, for calls that cannot be
   * decoded otherwise. Set it before `call`.
   */
  declare descriptors?: readonly object[]

  connectedCallback(): void {
    takeOver(this, ['token', 'getToken', 'call', 'message'])
    this.#parts ??= this.#build()
    // An element that is only moved goes on, as Turbo moves permanent ones into the next page.
    if (this.#run?.signal.aborted !== false) this.restart()
  }

  /** Leaving the page ends everything: requests, timers and the passkey prompt. */
  disconnectedCallback(): void {
    queueMicrotask(() => this.isConnected || this.#run?.abort())
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.restart()
  }

  /** Starts the flow from the beginning, with the attributes as they are then. Several calls in a row start it once. */
  restart(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      if (this.isConnected) this.#start()
    })
  }

  /** Leaves the flow as the user's Cancel does: notifies the page, and restarts if the page keeps the element. */
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
