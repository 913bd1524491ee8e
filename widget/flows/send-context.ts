import type { Hex } from 'viem'
import type { ExecuteRequest } from '#protocol/execute-transaction.ts'
import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import type { CallOperation } from '#protocol/operations.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { Config, FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import type { FlowDeps } from '#widget/browser-deps.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { BeforeSignDetail, ExecutedDetail, StatusDetail } from '#widget/events.ts'
import type { Notes } from '#widget/notes/notes.ts'
import type { Coin, Confirmation, FeeLine, Progress, SendScreens, TransferDraft } from './send-screens.ts'

/** An accepted execute. */
export type Executed = ExecutedDetail

export type SendDeps = Omit<FlowDeps, 'random'> & {
  screens: SendScreens
  /** Asked right before the passkey prompt; `false` means the page stops it. */
  beforeSign: (signing: BeforeSignDetail) => boolean | Promise<boolean>
  /** Loads what finds, submits and displays calls without a final state. */
  held: () => Promise<HeldPort>
  /** Loads what cancels a call that can still be executed. */
  cancel: () => Promise<CancelPort>
  /** Looks up the notes on a call before it is confirmed. */
  notes?: (...given: Parameters<NotesOf>) => Promise<Notes | undefined>
  /** Loads the decoder of calls that are no transfer of tokens. */
  callReader: () => Promise<CallReader>
  executed: (executed: Executed) => void
  statusChanged: (changed: StatusDetail, confirmation: Confirmation) => void
  /** Headless: a second call is the retry. */
  insists?: boolean
}

/** The request that is prepared again: a transfer as it was typed, or the call of a page. */
export type Again = { walletAddress: string; draft?: TransferDraft; call?: WidgetCall }

export type SendInput = {
  /** The page's hostname, and the domain of passkeys that the server does not know. */
  host: string
  rpId: string
  walletAddress?: string | undefined
  tokenAddress?: string | undefined
  to?: string | undefined
  amount?: string | undefined
  /** Reads and checks the page's other pinned values as they are now. @throws WidgetError `CONFIGURATION` */
  attribute?: ((name: 'token-decimals' | 'token-symbol' | 'max-fee') => string | undefined) | undefined
  /** Begin at the confirm screen with this transfer or this call of a page, as a new call. */
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

/** The calls that a flow can sign: a transfer of tokens (`coin-plan.ts`), or the call of a page (`calls/`). */
export type SendPlan = {
  /** Operations that the widget token must allow, besides `execute`. */
  operations: readonly CallOperation[]
  /** Only the wallet is left to choose. */
  fixed: boolean
  /** Asks for what is missing, and has it prepared. */
  choose: (context: SendContext, selection: Selection, start: Start) => Promise<Choice>
  /** Whether a call that was signed before is the page's; by default, compares the page's transfer. */
  isWanted?: (context: SendContext, confirmation: Confirmation) => boolean
}

/** Decodes the calls that are no transfer of tokens. */
export type CallReader = (
  context: SendContext,
  wallet: WidgetWallet,
  found: Pick<FollowedTransaction, 'toAddress' | 'data'>,
) => Promise<CallFacts>

/** A call that was signed and has no final state. */
export type Unfinished = {
  confirmation: Confirmation
  /** Submits it, if it was signed in this browser. */
  request?: ExecuteRequest | undefined
  /** It was not signed just now. */
  isFound?: boolean
  /** The transaction as the server has it, if it does. */
  transaction?: FollowedTransaction | undefined
  /** The service had accepted it by this browser's last query. */
  executed?: Executed | undefined
}

/** Finds calls without a final state, and their outcome (`held/`). */
export type HeldPort = {
  /** The one that the page asks for: signed in this browser, or among the server's `open` ones. */
  find: (
    context: SendContext,
    wallets: readonly WidgetWallet[],
    open: readonly FollowedTransaction[],
  ) => Promise<Unfinished | undefined>
  /**
   * Finds the outcome of a call and resubmits the same signature if it is unknown. `problem`: of the first try,
   * undefined for a call that was found. Returns a certain refusal.
   */
  resubmit: (
    context: SendContext,
    unfinished: Unfinished,
    problem: WidgetError | undefined,
  ) => Promise<Executed | WidgetError>
  /** Follows a failed one until it cannot be executed any more; remembers the displayed end of another. */
  followFailed: (context: SendContext, unfinished: Unfinished, progress: Progress) => Promise<void>
  /** Displays that its outcome is unknown, until the user retries. */
  untilWanted: (context: SendContext, progress: Progress, tried: WidgetError) => Promise<void>
}

/** Cancels a signed call (`cancel/`). */
export type CancelPort = {
  /**
   * Has the passkey sign that the wallet spends the digest of `cancelled` without its call, and follows that to its end.
   * Returns `cancelled` when it is in a block, the reason of a refusal, or undefined when the person left or declined it.
   */
  cancelCall: (
    context: SendContext,
    cancelled: Confirmation,
  ) => Promise<'cancelled' | WidgetError | undefined>
  /** Follows the cancelled call, and states if it was executed nevertheless. */
  following: (context: SendContext) => SendContext
}

/**
 * Looks up the notes on a call before it is confirmed.
 *
 * @throws WidgetError `CALL_MISMATCH` where known facts of a token or the fee differ from those displayed
 */
export type NotesOf = (context: SendContext, confirmation: Confirmation) => Promise<Notes>

/** Decodes what a call means from its bytes, with the tokens of a trusted list. */
export type Describe = (call: Omit<DescribedCall, 'tokens'>) => CallDescription

/** Facts about a call. `coin` is the called token, `coins` are those that may be the fee's. */
export type CallFacts = {
  coin: Coin
  coins: readonly Coin[]
  functionSignature: string
  describe: Describe
}

/**
 * A call encoded here. `params` and `data` are the same call; without `params` it is executed by its `data`. Without
 * `to` it calls the token; `value` is in wei.
 */
export type EncodedCall = {
  functionSignature: string
  params?: string[]
  data: Hex
  to?: string
  value?: bigint
}

/** The call to confirm: an encoded call of the token `coin`, and the interpretation of its bytes. */
export type Choice = {
  wallet: WidgetWallet
  coin: Coin
  fee: FeeLine | null
  call: EncodedCall
  describe: Describe
  /** The call that it cancels. */
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

/** Where choosing begins: with the form and what went wrong before, or without it when everything is known already. */
export type Start = { skipForm: boolean; problem?: WidgetError | undefined }
