import type { Hex } from 'viem'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { CallOperation } from '#protocol/operations.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { Config, FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { BeforeSignDetail, ExecutedDetail, StatusDetail } from '#widget/events.ts'
import type { Notes } from '#widget/notes/notes.ts'
import type { Coin, Confirmation, FeeLine, Progress, SendScreens, TransferDraft } from './send-screens.ts'

/** An accepted transaction. */
export type Executed = ExecutedDetail

export type SendDeps = Omit<FlowDeps, 'random'> & {
  screens: SendScreens
  /** Called right before the passkey prompt. The page stops it with `false`. */
  beforeSign: (signing: BeforeSignDetail) => boolean | Promise<boolean>
  /** Loads the file that finds, submits and displays calls without a final state. */
  held: () => Promise<HeldPort>
  /** Loads the file that cancels a call that can still be executed. */
  cancel: () => Promise<CancelPort>
  /** Looks up the notes on a call before it is confirmed. */
  notes?: (context: SendContext, confirmation: Confirmation) => Promise<Notes | undefined>
  /** Loads the decoder of calls other than token transfers. */
  callReader: () => Promise<CallReader>
  executed: (executed: Executed) => void
  statusChanged: (changed: StatusDetail, confirmation: Confirmation) => void
  /** Set by the headless core, where a second call is the retry. */
  insists?: boolean
}

/** The request to prepare again: a transfer with the typed values, or a page's call. */
export type Again = { walletAddress: string; draft?: TransferDraft; call?: WidgetCall }

export type SendInput = {
  /** The page's hostname, and the domain of passkeys that the server does not know. */
  host: string
  rpId: string
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  amount?: string | undefined
  /**
   * Reads and checks the present value of the page's other pinned attributes.
   *
   * @throws WidgetError `CONFIGURATION`
   */
  attribute?: ((name: 'token-decimals' | 'token-symbol' | 'max-fee') => string | undefined) | undefined
  /** Starts at the confirm screen with this transfer or page's call, as a new call. */
  again?: Again | undefined
}

/** State that all steps of one transfer share. */
export type SendContext = {
  deps: SendDeps
  plan: SendPlan
  input: SendInput
  config: Config
  signal: AbortSignal
  serverSeconds: () => number
}

/** Plan of a flow's call: a token transfer (`coin-plan.ts`), or a page's call (`calls/`). */
export type SendPlan = {
  /** Operations that the widget token must allow, in addition to `execute`. */
  operations: readonly CallOperation[]
  /** Whether only the wallet can be chosen. */
  fixed: boolean
  /** Asks for missing values and prepares the call. */
  choose: (context: SendContext, selection: Selection, start: Start) => Promise<Choice>
  /** Whether a call that was signed before is the page's. Compares the page's transfer by default. */
  isWanted?: (context: SendContext, confirmation: Confirmation) => boolean
}

/** Decodes calls other than token transfers. */
export type CallReader = (
  context: SendContext,
  wallet: WidgetWallet,
  found: Pick<FollowedTransaction, 'toAddress' | 'data'>,
) => Promise<CallFacts>

/** A signed call without a final state. */
export type Unfinished = {
  confirmation: Confirmation
  /** The request that submits it, if it was signed in this browser. */
  request?: ExecuteRequest | undefined
  /** Whether it was signed earlier. */
  isFound?: boolean
  /** The transaction as the server reports it, if known. */
  transaction?: FollowedTransaction | undefined
  /** Set if the service had accepted it by this browser's last query. */
  executed?: Executed | undefined
}

/** Finds calls without a final state, and their outcome (`held/`). */
export type HeldPort = {
  /**
   * Finds the call that the page requests, among those signed in this browser or the server's `open` ones.
   */
  find: (
    context: SendContext,
    wallets: readonly WidgetWallet[],
    open: readonly FollowedTransaction[],
  ) => Promise<Unfinished | undefined>
  /**
   * Finds the outcome of a call and resubmits the same signature if it is unknown. `problem` is the error of
   * the first try, undefined for a call that was found. Returns the error if the call was certainly rejected.
   */
  resubmit: (
    context: SendContext,
    unfinished: Unfinished,
    problem: WidgetError | undefined,
  ) => Promise<Executed | WidgetError>
  /** Follows a failed call until it can no longer be executed. Remembers the displayed end of another one. */
  followFailed: (context: SendContext, unfinished: Unfinished, progress: Progress) => Promise<void>
  /** Displays that the outcome is unknown, until the user retries. */
  untilWanted: (context: SendContext, progress: Progress, tried: WidgetError) => Promise<void>
}

/** Cancels a signed call (`cancel/`). */
export type CancelPort = {
  /**
   * Has the passkey sign a call by which the wallet uses up the digest of `cancelled` without executing it.
   * Follows that call to its end. Returns `cancelled` once it is in a block, the error if it was rejected, or
   * undefined if the person left or declined it.
   */
  cancelCall: (
    context: SendContext,
    cancelled: Confirmation,
  ) => Promise<'cancelled' | WidgetError | undefined>
  /** Follows the cancelled call, and says so if it was executed nevertheless. */
  following: (context: SendContext) => SendContext
}

/**
 * Looks up the notes on a call before it is confirmed.
 *
 * @throws WidgetError `CALL_MISMATCH` if known facts of a token or the fee differ from the displayed ones
 */
export type NotesOf = (context: SendContext, confirmation: Confirmation) => Promise<Notes>

/** Decodes a call from its bytes, with the tokens of a trusted list. */
export type Describe = (call: Omit<DescribedCall, 'tokens'>) => CallDescription

/** Facts about a call. `coin` is the called token. `coins` may include the fee's token. */
export type CallFacts = {
  coin: Coin
  coins: readonly Coin[]
  functionSignature: string
  describe: Describe
}

/**
 * A call encoded here. `params` and `data` are the same call. Without `params`, it is executed by its `data`.
 * Without `to`, it calls the token. `value` is in wei.
 */
export type EncodedCall = {
  functionSignature: string
  params?: string[]
  data: Hex
  to?: string
  value?: bigint
}

/** The call to confirm: an encoded call of the token `coin`, and its decoded meaning. */
export type Choice = {
  wallet: WidgetWallet
  coin: Coin
  fee: FeeLine | null
  call: EncodedCall
  describe: Describe
  /** The call that this one cancels. */
  cancels?: Confirmation | undefined
  /** The public keys that may sign it. Undefined if any key of the wallet may. */
  signers?: readonly { qx: string; qy: string }[] | undefined
}

/** Input that the form keeps while the person goes back and forth. */
export type Selection = {
  wallets: readonly WidgetWallet[]
  wallet: WidgetWallet | undefined
  draft: TransferDraft
}

/** How choosing starts: with the form and the previous error, or without the form if everything is known. */
export type Start = { skipForm: boolean; problem?: WidgetError | undefined }
