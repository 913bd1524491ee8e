import type { CallOperation } from '#protocol/operations.ts'
import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import type { BeforeSignDetail, StatusDetail } from '#widget/events.ts'
import type { Notes } from '#widget/notes/notes.ts'
import type { AsksRetry } from './attempt.ts'
import type { CallFacts, Choice, Selection, Start } from './choice.ts'
import type {
  CallsServer,
  HasAuthenticator,
  HasClock,
  HasConfig,
  HasMemory,
  HasReport,
  HasServerTime,
  HasSignal,
} from './context-parts.ts'
import type { SendInput } from './send-input.ts'
import type { Confirmation, Progress, SendScreens } from './send-screens.ts'
import type { Executed, Unfinished } from './unfinished.ts'

// The parts of the context of signing a call, in addition to `context-parts.ts`. `SendContext` has all of them. The
// ports are defined in this file too, because their functions take some of the parts.

/** Screens of the flow, by the name of their step. */
export type HasScreens<Step extends keyof SendScreens> = { deps: { screens: Pick<SendScreens, Step> } }
export type HasInput<Name extends keyof SendInput> = { input: Pick<SendInput, Name> }
export type HasPlan = { plan: SendPlan }
/** Called right before the passkey prompt. The page stops it with `false`. */
export type HasBeforeSign = {
  deps: { beforeSign: (signing: BeforeSignDetail) => boolean | Promise<boolean> }
}
/** Looks up the notes on a call before it is confirmed. */
export type HasNotes = {
  deps: { notes?: (...signed: Parameters<LookUpNotes>) => Promise<Notes | undefined> }
}
/** Called for each new state of the call. */
export type HasStatusListener = {
  deps: { statusChanged: (changed: StatusDetail, confirmation: Confirmation) => void }
}
/**
 * `insists`: resubmits an unfinished call immediately, without looking up its outcome first. Set by the headless core,
 * where calling the function again is the user's retry.
 */
export type HasInsists = { deps: { insists?: boolean } }
/** Loads the file that finds, submits and displays calls without a final state. */
export type LoadsHeld = { deps: { held: () => Promise<HeldPort> } }
/** Loads the file that cancels a call that can still be executed. */
export type LoadsCancel = { deps: { cancel: () => Promise<CancelPort> } }
/** Loads the decoder of calls other than token transfers. */
export type LoadsCallReader = { deps: { callReader: () => Promise<CallReader> } }

/** Loads the tokens that a wallet can send. */
export type LoadsCoins = CallsServer & HasInput<'tokenAddress'>
/** Reads the fee that a call pays. */
export type ReadsFee = CallsServer & HasConfig
/** Asks for the values of a call and prepares it. */
export type ChoosesCalls = LoadsCoins &
  ReadsFee &
  AsksRetry &
  HasAuthenticator &
  HasMemory &
  HasClock &
  HasInput<'to' | 'amount' | 'rpId'> &
  HasScreens<'askWallet' | 'askTransfer' | 'working'>
/** Decodes a call that was submitted before. */
export type ReadsCalls = LoadsCoins & HasConfig
/** Checks a call before it is confirmed. */
export type ChecksCalls = CallsServer &
  HasConfig &
  HasServerTime &
  HasMemory &
  HasInput<'tokenAddress' | 'attribute'>
/** Displays a call and has the passkey sign it. */
export type SignsCalls = ChecksCalls &
  HasPlan &
  HasNotes &
  HasBeforeSign &
  HasAuthenticator &
  HasReport &
  HasInput<'host' | 'rpId'> &
  HasScreens<'askConfirm'>
/** Finds signed calls without a final state. */
export type FindsCalls = ReadsCalls &
  ReadsFee &
  HasPlan &
  HasServerTime &
  HasMemory &
  HasInsists &
  LoadsCallReader &
  HasInput<'to' | 'amount'>
/** Displays that the outcome of a call is unknown. */
export type ShowsDoubt = HasSignal & HasReport & HasScreens<'showProgress'>
/** Submits a signed call, again if its outcome is unknown. */
export type ResubmitsCalls = CallsServer &
  ShowsDoubt &
  HasConfig &
  HasServerTime &
  HasMemory &
  HasInsists &
  HasScreens<'working'>
/** Submits a signed call. */
export type ExecutesCalls = ResubmitsCalls & AsksRetry & LoadsHeld
/** Follows a call to its end. A failed one can be cancelled by another signed call. */
export type FollowsCalls = ExecutesCalls & SignsCalls & HasClock & HasStatusListener & LoadsCancel

/** Plan of a flow's call: a token transfer (`choose-transfer.ts`), or a page's call (`calls/`). */
export type SendPlan = {
  /** Operations that the widget token must allow, in addition to `execute`. */
  operations: readonly CallOperation[]
  /** Whether only the wallet can be chosen. */
  fixed: boolean
  /** Asks for missing values and prepares the call. */
  choose: (context: ChoosesCalls, selection: Selection, start: Start) => Promise<Choice>
  /**
   * Whether the page requests this call, which was signed before. By default, compares the call with the page's
   * transfer.
   */
  isWanted?: (confirmation: Confirmation) => boolean
}

/** Decodes calls other than token transfers. */
export type CallReader = (
  context: ReadsCalls,
  wallet: WidgetWallet,
  found: Pick<FollowedTransaction, 'toAddress' | 'data'>,
) => Promise<CallFacts>

/**
 * Looks up the notes on a call before it is confirmed.
 *
 * @throws WidgetError `CALL_MISMATCH` if known facts of a token or the fee differ from the displayed ones
 */
export type LookUpNotes = (context: ChecksCalls, confirmation: Confirmation) => Promise<Notes>

/** Finds calls without a final state, and their outcome (`held/`). */
export type HeldPort = {
  /**
   * Finds the call that the page requests, among those signed in this browser or the server's `open` ones.
   */
  find: (
    context: FindsCalls,
    wallets: readonly WidgetWallet[],
    open: readonly FollowedTransaction[],
  ) => Promise<Unfinished | undefined>
  /**
   * Finds the outcome of a call. If it is unknown, submits the same signature again. `problem` is the error of the
   * first try, undefined for a call that was signed earlier. Returns the error if the call was certainly rejected.
   */
  resubmit: (
    context: ResubmitsCalls,
    unfinished: Unfinished,
    problem: WidgetError | undefined,
  ) => Promise<Executed | WidgetError>
  /** Follows a failed call until it can no longer be executed. Executes or cancels it if the user wants to. */
  followFailed: (context: FollowsCalls, unfinished: Unfinished, progress: Progress) => Promise<void>
  /** Displays that the outcome is unknown, until the user retries. */
  untilWanted: (context: ShowsDoubt, progress: Progress, tried: WidgetError) => Promise<void>
}

/** Cancels a signed call (`cancel/`). */
export type CancelPort = {
  /**
   * Lets the passkey sign a call by which the wallet uses up the digest of `cancelled` without executing it. Follows
   * that call to its end. Returns `cancelled` once the new call is in a block, the error if the new call was
   * rejected, or undefined if the person left or declined.
   */
  cancelCall: (
    context: FollowsCalls,
    cancelled: Confirmation,
  ) => Promise<'cancelled' | WidgetError | undefined>
  /** Follows the cancelled call, and says so if it was executed nevertheless. */
  following: (context: FollowsCalls) => FollowsCalls
}
