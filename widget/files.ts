import type { WidgetCall } from '#protocol/org/widget-call.ts'
import type { Calls } from './calls/kit.ts'
import type { Cancel } from './cancel/cancel.ts'
import type { WidgetApi } from './api.ts'
import type { Clock } from './clock.ts'
import type { WidgetError } from './errors.ts'
import type { Report } from './flows/attempt.ts'
import type { CreatedWallet } from './flows/create-screens.ts'
import type { Funding } from './funding/funding.ts'
import type { Held } from './held/held.ts'
import type { Memory } from './memory.ts'
import type { Messages } from './messages/messages.ts'
import type { Authenticator } from './passkey/authenticator.ts'
import type { Draw } from './screens/draw.ts'
import type { Stage } from './screens/stage.ts'
import type { Settings } from './settings.ts'
import type { CallReader, NotesOf, SendPlan } from '#widget/flows/send-context.ts'

/** A file on demand as it is named: its name, and the hash that its content must have. */
export type FileOnDemand = readonly [file: string, integrity: string]

/** The element, for these files. */
export type WalletElement = HTMLElement & {
  getToken: (() => Promise<string>) | undefined
  token: string
  call: WidgetCall | null
  /** Unchecked. */
  descriptors?: unknown
  restart: () => void
}

/** A call that a file on demand signs in its own way: its choice, decoding and display. */
export type OwnCall = { plan: SendPlan; read: CallReader; draw: Draw }

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
  qr: Qr
  frame: Frame
}

/** The texts of a language. */
export type LanguageFile = Messages

/** One round of a flow in the file for wallets. */
export type WalletRun = {
  settings: Settings
  stage: Stage
  signal: AbortSignal
  /** Dispatches an event on the element; `false` when the page prevented it. */
  dispatch: (event: Event) => boolean
  deps: {
    api: WidgetApi
    authenticator: Authenticator
    memory: Memory
    clock: Clock
    report: Report
    random: (length: number) => Uint8Array<ArrayBuffer>
  }
  /** Another file on demand. */
  file: <Name extends keyof Files>(name: Name) => Promise<Files[Name]>
  /** Confirms, signs and follows a call of the file's own, in a run that may be changed; resolves as `run` does. */
  send: (
    own: OwnCall,
    changes: Partial<Pick<WalletRun, 'settings' | 'dispatch'>>,
  ) => Promise<{ wanted: Promise<unknown> }>
}

/** Logging in, receiving, a backup address, recovering (`widget/wallet/`). */
export type Wallet = {
  /** Runs `settings.flow`. Answers what resolves when the person wants another round, where there is one. */
  run: (run: WalletRun) => Promise<{ wanted: Promise<undefined> } | undefined>
  /** Offers the wallet that was just made a backup address. */
  afterCreate: (run: WalletRun, wallet: CreatedWallet) => Promise<void>
}

/** Draws QR codes (`widget/qr/`). */
export type Qr = { draw: (text: string, label: string) => SVGSVGElement }

/** What a framed page needs (`widget/frame/`). */
export type Frame = {
  /** Before each round, and before attributes are read: may set them, and wraps the passkey ceremonies. */
  enter: (run: {
    element: WalletElement
    stage: Stage
    authenticator: Authenticator
    signal: AbortSignal
  }) => Promise<{ authenticator: Authenticator }>
  /** The same error or a more exact one, with its sentence and a text for support. */
  explain: (
    error: WidgetError,
    context: { apiUrl: string; rpId: string | undefined; messages: Messages; signal: AbortSignal },
  ) => Promise<WidgetError>
}
