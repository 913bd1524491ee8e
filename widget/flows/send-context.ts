import type { Hex } from 'viem'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { WidgetCall } from '#protocol/org/widget-call.ts'
import type { Config } from '#widget/answers.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import type { WidgetApi } from '#widget/api.ts'
import type { Clock } from '#widget/clock.ts'
import type { Cancel } from '#widget/cancel/cancel.ts'
import type { Held } from '#widget/held/held.ts'
import type { Memory } from '#widget/memory.ts'
import type { Authenticator } from '#widget/passkey/authenticator.ts'
import type { Notes, NotesOf } from '#widget/notes/notes.ts'
import type { Report } from './attempt.ts'
import type { CallReader, SendPlan } from './send-plan.ts'
import type { SendScreens, TransferDraft } from './send-screens.ts'

/** An accepted execute. */
export type Executed = {
  digest: Hex
  transactionHash?: string | undefined
  transactionUuid?: string | undefined
}

export type SendDeps = {
  api: WidgetApi
  authenticator: Authenticator
  memory: Memory
  clock: Clock
  screens: SendScreens
  report: Report
  /** Asked right before the passkey prompt; `false` means the page stops it. */
  beforeSign: (signing: { digest: Hex; call: ExecuteCall }) => boolean
  /** Loads what finds, hands in and shows calls without an end. */
  held: () => Promise<Held>
  /** Loads what cancels a call that can still be executed. */
  cancel: () => Promise<Cancel>
  /** Looks up what is worth knowing before a call is confirmed. */
  notes?: (...given: Parameters<NotesOf>) => Promise<Notes | undefined>
  /** Loads what reads the calls that are no transfer of coins. */
  callReader: () => Promise<CallReader>
  executed: (executed: Executed) => void
  statusChanged: (
    executed: Executed & {
      status: TransactionState
      reason: string | undefined
      reported: boolean
      executableUntil: string | undefined
    },
  ) => void
  /** Nobody can be asked whether to try again: being called again means that. */
  insists?: boolean
}

/** What is prepared once more: coins as they were typed, or the call of a page. */
export type Again = { walletAddress: string; draft?: TransferDraft; call?: WidgetCall }

export type SendInput = {
  /** The page's hostname, and the domain of passkeys that the server knows nothing about. */
  host: string
  rpId: string
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  amount?: string | undefined
  /** What else the page pins: `token-decimals` and `max-fee`. */
  attribute?: ((name: string) => string | null) | undefined
  /** Begin at the confirm screen with this transfer or this call of a page, as a new call. */
  again?: Again | undefined
}

/** What every step of one transfer shares. */
export type SendContext = {
  deps: SendDeps
  plan: SendPlan
  input: SendInput
  config: Config
  signal: AbortSignal
  serverSeconds: () => number
}
