import type { WidgetCall, SignableMessage } from '#protocol/widget-call.ts'
import { unknownNames } from '#widget/attributes/unknown-names.ts'
import { ElementBase, h, takeOver } from '#widget/screens/dom.ts'
import { awaitGuest } from './await-guest.ts'
import { connectGuest, type GuestLink } from './connect-guest.ts'
import {
  problemSentence,
  reportProblem,
  silentDetail,
  unnamedDetail,
  warnUnnamed,
  type HostProblem,
} from './host-problem.ts'
import { HOST_ATTRIBUTES, parseFrameAddress } from './protocol.ts'
import { sendSettings, serveGuest, type GuestSource } from './serve-guest.ts'

/**
 * The frame's permissions. The browser grants them only to the origin of `src`. The camera reads the code of
 * a new device.
 */
const ALLOW = 'publickey-credentials-create; publickey-credentials-get; clipboard-write; camera'
const STYLES =
  ':host{display:block}:host([hidden]),[hidden]{display:none!important}iframe{display:block;inline-size:100%;border:0}p{margin:0;padding:1em;border:1px solid;border-radius:.5em}'
const HEIGHT_AT_FIRST = '480'

/**
 * Embeds a page of another origin with `<latchkey-wallet>`. Creates the frame with the permissions for
 * passkeys. Sends it attributes, call, message and tokens over a channel to exactly that origin. Follows its
 * height and dispatches its events with the same names and details.
 *
 * @summary The wallet in a frame of your own subdomain.
 * @since 0.2
 * @attr {string} src - Address of the page with the element, on its own origin.
 * @attr {string} frame-title - Name of the frame for screen readers. Defaults to "Wallet".
 * @attr {'create' | 'send' | 'login' | 'receive' | 'backup' | 'recover' | 'protect' | 'devices' | 'sign'} flow - What the person does.
 * @attr {string} locale - Language tag. Defaults to the language of the frame's page.
 * @attr {'light' | 'dark' | 'auto'} theme - Color scheme; `auto` follows the frame's page.
 * @attr {string} label - create: name of the wallet. If it is not set, the person enters one.
 * @attr {string} wallet-address - send, sign: the wallet that signs.
 * @attr {string} token-address - send: the token.
 * @attr {string} to - send: the recipient.
 * @attr {string} amount - send: the amount in human units, with a point.
 * @attr {string} token-decimals - send: the decimals of `token-address`. The widget rejects a server with different decimals.
 * @attr {string} token-symbol - send: the symbol of `token-address`. The widget rejects a server with a different symbol.
 * @attr {string} max-fee - maximum fee in base units of its token. The widget rejects a higher fee.
 *
 * @example
 * const frame = new LatchkeyFrameElement()
 * frame.setAttribute('src', 'https://wallet.shop.example/')
 * frame.getToken = async () => (await fetch('/wallet-token', { method: 'POST' })).text()
 * frame.addEventListener('latchkey-confirmed', ({ detail }) => console.log(detail.transactionHash))
 * document.body.append(frame)
 */
export class LatchkeyFrameElement extends ElementBase {
  static readonly observedAttributes: readonly string[] = ['src', ...HOST_ATTRIBUTES]

  #call: WidgetCall | null | undefined
  #message: SignableMessage | null | undefined
  #link: GuestLink | undefined
  #frame: HTMLIFrameElement | undefined
  #problem: HostProblem | undefined
  #stopWaiting: (() => void) | undefined
  readonly #source: GuestSource = {
    element: this,
    given: () => ({
      call: this.#call,
      message: this.#message,
      unknown: unknownNames(this, 'frame'),
    }),
    token: () => this.getToken?.() ?? Promise.reject(new Error('no getToken')),
    height: (height) => {
      if (this.#frame !== undefined) this.#frame.height = String(height)
    },
  }

  /**
   * Fetches a widget token for the frame's origin from your backend. Called each time the frame needs one.
   */
  getToken: (() => Promise<string>) | undefined

  /** The call to sign, as for `<latchkey-wallet>`. */
  get call(): WidgetCall | null {
    return this.#call ?? null
  }

  set call(call: WidgetCall | null) {
    this.#call = call
    this.#sendSettings()
  }

  /** The message to sign, as for `<latchkey-wallet>`. */
  get message(): SignableMessage | null {
    return this.#message ?? null
  }

  set message(message: SignableMessage | null) {
    this.#message = message
    this.#sendSettings()
  }

  connectedCallback(): void {
    takeOver(this, ['getToken', 'call', 'message'])
    this.#open()
  }

  disconnectedCallback(): void {
    this.#close()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // If the element is defined after it was parsed, this callback runs before `connectedCallback`.
    if (this.#frame === undefined || before === after) return
    if (name === 'src') this.#open()
    else this.#sendSettings()
  }

  /** Restarts the flow in the frame. */
  restart(): void {
    this.#link?.send({ kind: 'restart' })
  }

  #open(): void {
    this.#close()
    const address = parseFrameAddress(this.getAttribute('src'), location.origin)
    if ('problem' in address) return this.#fail({ code: 'CONFIGURATION', detail: address.problem })
    const frame = document.createElement('iframe')
    this.#link = connectGuest(
      window,
      { window: () => frame.contentWindow, origin: address.origin },
      {
        connected: () => {
          this.#answered()
          this.#sendSettings()
        },
        unconnected: (word) => {
          this.#answered()
          this.#reportUnnamed(word, address.origin)
        },
        message: (message) => {
          if (this.#link !== undefined) serveGuest(this.#link, this.#source, message)
        },
      },
    )
    frame.title = this.getAttribute('frame-title') ?? 'Wallet'
    frame.allow = ALLOW
    frame.referrerPolicy = 'no-referrer'
    frame.height = HEIGHT_AT_FIRST
    frame.src = address.href
    this.#frame = frame
    this.#stopWaiting = awaitGuest(frame, () =>
      this.#fail({ code: 'NETWORK_FAILED', detail: silentDetail(address.origin, location.origin) }),
    )
    this.#draw()
  }

  #close(): void {
    this.#stopWaiting?.()
    this.#link?.close()
    this.#link = undefined
    this.#frame = undefined
    this.#problem = undefined
    this.shadowRoot?.replaceChildren()
  }

  #sendSettings(): void {
    if (this.#link !== undefined) sendSettings(this.#link, this.#source)
  }

  /** Called when the frame's page has announced itself, perhaps late. */
  #answered(): void {
    this.#stopWaiting?.()
    this.#problem = undefined
    this.#frame?.removeAttribute('hidden')
    this.shadowRoot?.querySelector('p')?.remove()
  }

  /** Displays the problem instead of the frame, and reports it. */
  #fail(problem: HostProblem): void {
    this.#problem = problem
    this.#draw(problem)
    void reportProblem(this, problem, () => this.#problem !== problem)
  }

  /**
   * Reports that the frame's page does not name this page. The frame shows its own error screen or uses its
   * own attributes.
   */
  #reportUnnamed(word: 'refuse' | 'alone', origin: string): void {
    const problem: HostProblem = { code: 'CONFIGURATION', detail: unnamedDetail(origin, location.origin) }
    if (word === 'alone') return warnUnnamed(problem)
    this.#problem = problem
    void reportProblem(this, problem, () => this.#problem !== problem)
  }

  #draw(problem?: HostProblem): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    root.adoptedStyleSheets = [sheet]
    const frame = this.#frame
    if (frame !== undefined) frame.hidden = problem !== undefined
    if (frame !== undefined && frame.parentNode === null) root.append(frame)
    if (problem !== undefined)
      root.append(h('p', { role: 'alert', part: 'problem' }, problemSentence(this, problem)))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-frame': LatchkeyFrameElement
  }
}
