import type { WidgetCall, SignableMessage } from '#protocol/widget-call.ts'
import type {
  CallReader,
  CancelPort,
  HeldPort,
  NotesOf,
  SendDeps,
  SendPlan,
} from '#widget/flows/send-context.ts'
import type { FlowDeps } from './browser-deps.ts'
import type { WidgetError } from './errors.ts'
import type { CreatedWallet, Funding as FundingView, FundingPort } from './flows/create-context.ts'
import type { Confirmation, Progress } from './flows/send-screens.ts'
import type { KeysTexts } from './texts/keys/en.ts'
import type { Messages } from './texts/messages.ts'
import type { Authenticator } from './passkey/authenticator.ts'
import type { Draw } from './screens/confirm-screen.ts'
import type { Child } from './screens/dom.ts'
import type { Stage, View } from './screens/stage.ts'
import type { Settings } from './settings.ts'

/** A file on demand as it is named: its name, and the hash that its content must have. */
export type FileOnDemand = readonly [file: string, integrity: string]

/** The element, for these files. */
export type WalletElement = HTMLElement & {
  getToken: (() => Promise<string>) | undefined
  token: string
  call: WidgetCall | null
  message: SignableMessage | null
  /** Unchecked. */
  descriptors?: unknown
  restart: () => void
}

/** A call that a file on demand signs in its own way: its choice, decoding and display. */
export type OwnCall = {
  plan: SendPlan
  read: CallReader
  draw: Draw
  /** Called after the page's events of a new state. */
  statusChanged: SendDeps['statusChanged']
}

/** Interface of each file on demand. */
export type Files = {
  /** The others. */
  more: Readonly<Record<string, FileOnDemand>>
  calls: Calls
  notes: NotesOf
  held: Held
  cancel: (messages?: Messages) => Cancel
  funding: Funding
  wallet: Wallet
  keys: Keys
  sign: Sign
  qr: Qr
  frame: Frame
  names: Names
  /** The texts of `keys` in another language. */
  [texts: `keys-${string}`]: KeysTexts | undefined
}

/** One round of a flow in the file for wallets, or in that for messages. */
export type WalletRun = {
  element: WalletElement
  settings: Settings
  stage: Stage
  signal: AbortSignal
  /** Dispatches an event on the element; `false` when the page prevented it. */
  dispatch: (event: Event) => boolean
  deps: FlowDeps
  /** Another file on demand. */
  file: <Name extends keyof Files>(name: Name) => Promise<Files[Name]>
  /** Confirms, signs and follows a call of the file's own; resolves as `run` does. */
  send: (own: OwnCall, settings: Settings) => Promise<{ wanted: Promise<unknown> }>
}

/** Logging in, receiving, a backup address, recovering (`widget/wallet/`). */
export type Wallet = {
  /** Runs `settings.flow`. Returns a promise that resolves when the person wants another round, if there is one. */
  run: (run: WalletRun) => Promise<{ wanted: Promise<undefined> } | undefined>
  /** Offers the wallet that was just made a backup address. */
  afterCreate: (run: WalletRun, wallet: CreatedWallet) => Promise<void>
}

/** The keys of a wallet: its co-signer (`widget/protect/`) and its devices (`widget/devices/`). */
export type Keys = {
  /** Runs `settings.flow`, as the file for wallets does. */
  run: (run: WalletRun) => Promise<{ wanted: Promise<undefined> }>
  /**
   * Offers to protect the page's wallet, or the one at `address`. Its user must have enrolled in the approval app, and
   * it must have no co-signer. Resolves when that is done or put off, and resolves to false at once if there is nothing
   * to offer.
   */
  offer: (run: WalletRun, given: { at: OfferTime; address?: string }) => Promise<boolean>
}

/**
 * When a protection is offered: after a wallet was created, before the person chooses a transfer, or before a call or a
 * recipient of the page.
 */
export type OfferTime = 'created' | 'choosing' | 'call'

/** Signs messages (`widget/sign/`). */
export type Sign = { run: (run: WalletRun) => Promise<undefined> }

/** Plans, decodes and displays every call but a transfer of tokens (`widget/calls/`). */
export type Calls = {
  /** Plans the signature of a page's call. Throws `CONFIGURATION`; `detail` names the member. `descriptors`: the page's. */
  planOf: (call: unknown, descriptors: unknown) => SendPlan
  /** Decodes a call that was submitted before. */
  read: (descriptors: unknown) => CallReader
  /** The call of a confirmation, to be prepared once more. */
  callOf: (confirmation: Confirmation) => WidgetCall
  draw: Draw
  /** The texts of a language with those of these calls. */
  words: (messages: Messages) => Messages
}

/** Follows and displays calls without a final state: held ones, and those that may have been submitted (`widget/held/`). */
export type Held = HeldPort & {
  /** Display of a state that the main file has no texts for; undefined for the others. */
  view: (
    stage: Stage,
    progress: Progress,
    around: { now: () => number; again: (progress: Progress) => void },
  ) => HeldView | undefined
  /** Display of what waits for an approval, also of a message. */
  waiting: (stage: Stage, waiting: Waiting, now: () => number) => HeldView
}

/** A pending approval; `expiresAtMs` by this device's clock, `link` of the approval app. */
export type Waiting = {
  number: number | undefined
  expiresAtMs: number | undefined
  link: string | undefined
  /** True if another administrator approves it; the signer reads the number out to them. */
  forOrganization: boolean | undefined
  hint?: string | false
}

/** Display of a transaction that is or was held, or whose outcome is unknown. */
export type HeldView = {
  icon: NonNullable<View['icon']>
  heading: string
  text: string
  /** Between the text and what was signed. */
  parts: readonly Child[]
  /** Retry, or prepare it again. */
  actions?: readonly Child[]
}

/** Cancels a signed call (`widget/cancel/`). */
export type Cancel = CancelPort & {
  /** Displays a cancellation by the call that it cancels, which `draw` draws. */
  draw: (draw: Draw, cancelled: Confirmation) => Draw
}

/** Waits for a wallet that must be paid for first (`widget/funding/`). */
export type Funding = FundingPort & {
  show: (stage: Stage, funding: FundingView) => void
}

/** Draws QR codes (`widget/qr/`). */
export type Qr = { draw: (text: string, label: string) => SVGSVGElement }

/** The dependencies of a framed page. `unknown`: the attributes of the page around it that nothing reads. */
export type Entered = Pick<FlowDeps, 'authenticator' | 'origin'> & { unknown?: readonly string[] }

/** The parts that a framed page needs (`widget/frame/`). */
export type Frame = {
  /** Before each round, and before attributes are read: may set them, and wraps the passkey ceremonies. */
  enter: (run: {
    element: WalletElement
    stage: Stage
    authenticator: Authenticator
    signal: AbortSignal
  }) => Promise<Entered>
  /** The same error or a more exact one, with its sentence and a text for support. */
  explain: (
    error: WidgetError,
    context: { apiUrl: string; rpId: string | undefined; messages: Messages; signal: AbortSignal },
  ) => Promise<WidgetError>
}

/** Judges attributes that the element does not know (`widget/attributes/`). */
export type Names = {
  /** Throws `CONFIGURATION` for one that stands for an attribute that the page relies on, and warns of the others. */
  judge: (names: readonly string[], element: 'wallet' | 'frame') => void
}
