import type { WidgetCall, SignableMessage } from '#protocol/widget-call.ts'
import type {
  CallReader,
  CancelPort,
  HasStatusListener,
  HeldPort,
  LookUpNotes,
  SendPlan,
} from '#widget/flows/send-parts.ts'
import type { WidgetApi } from './api.ts'
import type { FlowDeps } from './browser-deps.ts'
import type { WidgetError } from './errors.ts'
import type { CreatedWallet, Funding as FundingView, FundingPort } from './flows/create-context.ts'
import type { Confirmation, Progress } from './flows/send-screens.ts'
import type { Authenticator } from './passkey/authenticator.ts'
import type { Draw } from './screens/confirm-screen.ts'
import type { Child } from './screens/dom.ts'
import type { Stage, View } from './screens/stage.ts'
import type { FlowName, Settings } from './settings.ts'
import type { KeysTexts } from './texts/keys/en.ts'
import type { Messages } from './texts/messages.ts'

/** Name of a file on demand, and the hash that its content must have. */
export type FileOnDemand = readonly [file: string, integrity: string]

/** The element, as files on demand see it. */
export type WalletElement = HTMLElement & {
  getToken: (() => Promise<string>) | undefined
  token: string
  call: WidgetCall | null
  message: SignableMessage | null
  /** The page's ERC-7730 descriptors, not validated. */
  descriptors?: unknown
  restart: () => void
}

/** A call that a file on demand signs in its own way, with its own choice, decoding and display. */
export type OwnCall = {
  plan: SendPlan
  read: CallReader
  draw: Draw
  /** Called after the page's events for a new state. */
  statusChanged: HasStatusListener['deps']['statusChanged']
}

/** Interface of each file on demand. */
export type Files = {
  /** The names and hashes of the other files. */
  more: Readonly<Record<string, FileOnDemand>>
  calls: Calls
  notes: LookUpNotes
  held: Held
  cancel: (messages?: Messages) => Cancel
  funding: Funding
  wallet: Wallet
  keys: Keys
  sign: Sign
  qr: Qr
  frame: Frame
  names: Names
  welcome: Welcome
  /** The texts of `keys` in another language. */
  [texts: `keys-${string}`]: KeysTexts | undefined
}

/** One round of a flow in the file for wallets or the file for messages. */
export type WalletRun = {
  element: WalletElement
  settings: Settings
  stage: Stage
  signal: AbortSignal
  /** Dispatches an event on the element. Returns false if the page prevented it. */
  dispatch: (event: Event) => boolean
  deps: FlowDeps
  /** Loads another file on demand. */
  file: <Name extends keyof Files>(name: Name) => Promise<Files[Name]>
  /** Confirms, signs and follows a file's own call, with the settings and events of `run`. Resolves like `run`. */
  send: (run: WalletRun, own: OwnCall) => Promise<{ wanted: Promise<unknown> }>
}

/** Flows for login, receiving, the backup address and recovery (`widget/wallet/`). */
export type Wallet = {
  /**
   * Runs `settings.flow`. Returns a promise that resolves when the person wants another round, if there is
   * one.
   */
  run: (run: WalletRun) => Promise<{ wanted: Promise<undefined> } | undefined>
  /** Offers a backup address for a newly created wallet. */
  afterCreate: (run: WalletRun, wallet: CreatedWallet) => Promise<void>
}

/** Flows for a wallet's keys: its co-signer (`widget/protect/`) and its devices (`widget/devices/`). */
export type Keys = {
  /** Runs `settings.flow`, like the file for wallets. */
  run: (run: WalletRun) => Promise<{ wanted: Promise<undefined> }>
  /**
   * Offers to protect the page's wallet, or the one at `address`. Its user must have enrolled in the approval
   * app, and it must have no co-signer. Resolves when the user has protected it or declined. Resolves to
   * false immediately if there is nothing to offer.
   */
  offer: (run: WalletRun, given: { at: OfferTime; address?: string }) => Promise<boolean>
}

/**
 * When protection is offered. `created`: after the wallet was created. `choosing`: before the person chooses a transfer.
 * `call`: before the page's own call, or its transfer to a given recipient.
 */
export type OfferTime = 'created' | 'choosing' | 'call'

/** Signs messages (`widget/sign/`). */
export type Sign = { run: (run: WalletRun) => Promise<undefined> }

/** Plans, decodes and displays every call except token transfers (`widget/calls/`). */
export type Calls = {
  /**
   * Plans the signature of a page's call. `descriptors` come from the page. Throws `CONFIGURATION`, with the
   * invalid member in `detail`.
   */
  planCall: (call: unknown, descriptors: unknown) => SendPlan
  /** Decodes a call that was submitted before. */
  read: (descriptors: unknown) => CallReader
  /** The call of a confirmation, to prepare it again. */
  again: (confirmation: Confirmation) => WidgetCall
  draw: Draw
  /** A language's texts, including those for these calls. */
  words: (messages: Messages) => Messages
}

/**
 * Follows and displays calls without a final state: held calls, and calls that may have been submitted
 * (`widget/held/`).
 */
export type Held = HeldPort & {
  /** Displays a state for which the main file has no texts. Undefined for other states. */
  view: (
    stage: Stage,
    progress: Progress,
    around: { now: () => number; again: (progress: Progress) => void },
  ) => HeldView | undefined
  /** Displays a pending approval of a transaction or a message. */
  waiting: (stage: Stage, waiting: Waiting, now: () => number) => HeldView
}

/** A pending approval. `expiresAtMs` is by this device's clock. `link` leads to the approval app. */
export type Waiting = {
  number: number | undefined
  expiresAtMs: number | undefined
  link: string | undefined
  /** True if another administrator approves it. The signer then reads the number out to them. */
  forOrganization: boolean | undefined
  hint?: string | false
}

/** Displays a transaction that is or was held, or whose outcome is unknown. */
export type HeldView = {
  icon: NonNullable<View['icon']>
  heading: string
  text: string
  /** Shown between the text and the signed call. */
  parts: readonly Child[]
  /** Buttons to retry or to prepare it again. */
  actions?: readonly Child[]
}

/** Cancels a signed call (`widget/cancel/`). */
export type Cancel = CancelPort & {
  /** Displays a cancellation with the call that it cancels. `draw` displays that call. */
  draw: (draw: Draw, cancelled: Confirmation) => Draw
}

/** Waits until a wallet's deployment is funded (`widget/funding/`). */
export type Funding = FundingPort & {
  show: (stage: Stage, funding: FundingView) => void
}

/** Draws QR codes (`widget/qr/`). */
export type Qr = { draw: (text: string, label: string) => SVGSVGElement }

/** The dependencies of a framed page. `unknown` lists the outer page's unknown attributes. */
export type Entered = Pick<FlowDeps, 'authenticator' | 'origin'> & { unknown?: readonly string[] }

/** The parts that a framed page needs (`widget/frame/`). */
export type Frame = {
  /**
   * Called before each run of a flow, before attributes are read. May set attributes, and wraps the passkey
   * ceremonies.
   */
  enter: (run: {
    element: WalletElement
    stage: Stage
    authenticator: Authenticator
    signal: AbortSignal
  }) => Promise<Entered>
  /** Returns the same error or a more exact one, with its sentence and a text for support. */
  explain: (
    error: WidgetError,
    context: { apiUrl: string; rpId: string | undefined; messages: Messages; signal: AbortSignal },
  ) => Promise<WidgetError>
}

/** Checks unusual attributes: unknown ones, and a passkey domain that is not the page's (`widget/attributes/`). */
export type Names = {
  /** Throws `CONFIGURATION` for a misspelled attribute that the page relies on, and warns of the others. */
  judge: (names: readonly string[], element: 'wallet' | 'frame') => void
  /** Throws `RP_ID_MISMATCH` if the browser cannot use passkeys of `rpId` on a page of `host`. */
  requireRelated: (host: string, rpId: string) => Promise<void>
}

/**
 * Displays the name, the logo and the color that the organization set in the console (`widget/welcome/`). Displays
 * nothing if the first screen is already there, because it would move. For a new wallet, sets `stage.mail` too.
 */
export type Welcome = (
  run: Pick<WalletRun, 'element' | 'stage' | 'signal'>,
  api: Pick<WidgetApi, 'get' | 'config'>,
  flow: FlowName,
) => Promise<void>
