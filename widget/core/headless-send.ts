import type { TransactionState } from '#protocol/transaction-states.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { anySignal } from '#widget/any-signal.ts'
import { checkOptions, type OptionKind } from '#widget/attributes/check-options.ts'
import { readAttribute } from '#widget/attributes/read-attribute.ts'
import { textFrom } from '#widget/attributes/text-from.ts'
import { callReader, planCall } from '#widget/calls/plan-call.ts'
import { cancelCall } from '#widget/cancel/cancel-call.ts'
import { rejectOnAbort } from '#widget/deadline.ts'
import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import { coinPlan } from '#widget/flows/choose-transfer.ts'
import type { SendDeps } from '#widget/flows/send-context.ts'
import type { CancelPort, ChecksCalls, HeldPort } from '#widget/flows/send-parts.ts'
import type { Confirmation, Progress, SendScreens } from '#widget/flows/send-screens.ts'
import { signTransaction } from '#widget/flows/sign-transaction.ts'
import type { Executed } from '#widget/flows/unfinished.ts'
import { findUnfinished } from '#widget/held/find-unfinished.ts'
import { followFailed } from '#widget/held/follow-failed.ts'
import { resubmit, untilWanted } from '#widget/held/resubmit.ts'
import { openReview, findExpiresIn } from '#widget/notes/ask-review.ts'
import { checkCall } from '#widget/notes/look-up.ts'
import type { Notes, PartyNote } from '#widget/notes/notes.ts'
import { refuseToChoose, chooseSignal, throwProblem, type CoreDeps } from './core-deps.ts'

/**
 * A page's input for signing: a token transfer or any other call, and its callbacks.
 *
 * @example
 * const input: SignInput = {
 *   transfer: { tokenAddress: COIN, to: SHOP, amount: '12.50' },
 *   confirm: async ({ description, fingerprint }) => askPerson(description, fingerprint),
 * }
 */
export type SignInput = {
  walletAddress?: string | undefined
  /** `amount` is in human units, with a decimal point. */
  transfer?: { tokenAddress: string; to: string; amount: string } | undefined
  call?: WidgetCall | undefined
  /**
   * The page's expectations: decimals and symbol of the token of `transfer`, and the maximum fee in base
   * units of the fee's token. If the server reports other values or a higher fee, nothing is signed.
   */
  tokenDecimals?: number | string | undefined
  tokenSymbol?: string | undefined
  maxFee?: string | bigint | number | undefined
  /** The page's ERC-7730 descriptors of its own contracts. */
  descriptors?: unknown
  /**
   * Called before every signature with the call that was encoded and decoded here, its digest and its
   * verification words. Nothing is signed unless it returns `true`. Called again if the fee or time limit has
   * changed. `parties` has warnings about the recipients. `unfinished` is an earlier call to one of them that
   * can still be executed, so this payment may be a second one.
   */
  confirm: (confirmation: Confirmation, parties: readonly PartyNote[]) => Promise<boolean>
  /**
   * Called for each new state of the transaction. `look` is set if the outcome is unknown, or if the transaction
   * failed and can still be executed. Call `look` to query the state again and resubmit the same signature. Without
   * `onProgress`, the `problem` is thrown.
   */
  onProgress?: ((progress: Progress) => void) | undefined
  /** If false, returns as soon as the service has accepted the transaction, without following it. */
  follow?: boolean | undefined
  signal?: AbortSignal | undefined
}

/**
 * A signed transaction. `status` is the last known state. `SUBMITTED` is not final.
 *
 * @example
 * const { status, digest }: SignedTransaction = await latchkey.signTransaction(input)
 * if (status === 'CONFIRMED') markAsPaid(digest)
 */
export type SignedTransaction = Executed & {
  status: TransactionState
  reason?: string | undefined
  /**
   * Set if the transaction has failed and the same signature can still be executed until this time (ISO
   * 8601). Call again to try that, or `cancelTransaction` to prevent it.
   */
  executableUntil?: string | undefined
}

/**
 * Signs and submits one transaction. If the same transaction was signed before and has no final state, it is
 * followed instead, and resubmitted with the same signature if needed. Nothing is executed twice.
 *
 * @throws WidgetError, or the signal's reason on abort
 */
export async function headlessSign(deps: CoreDeps, input: SignInput): Promise<SignedTransaction> {
  checkOptions('signTransaction', input, SIGN_OPTIONS)
  const sendInput = { ...readTransfer(input.transfer), ...readSendInput(deps, input) }
  const plan = input.call === undefined ? coinPlan(sendInput) : planCall(input.call, input.descriptors)
  if (!plan.fixed) throw new WidgetError('CONFIGURATION', { detail: missingIn(input) })
  let accept: (accepted: SignedTransaction) => void = () => {}
  const accepted = new Promise<SignedTransaction>((resolve) => (accept = resolve))
  const leaving = new AbortController()
  const signal = anySignal(chooseSignal(input), leaving.signal)
  let latest: Omit<SignedTransaction, keyof Executed> | undefined
  const sendDeps: SendDeps = {
    ...deps,
    ...signingParts(input, signal),
    insists: true,
    executed(executed) {
      const status = executed.transactionUuid === undefined ? 'SUBMITTED' : 'PENDING_USER_APPROVAL'
      latest = { status }
      if (input.follow === false) accept({ ...executed, status })
    },
    statusChanged({ digest, transactionHash, transactionUuid, status, reason, executableUntil }) {
      latest = { status, reason, executableUntil }
      if (executableUntil !== undefined) accept({ digest, transactionHash, transactionUuid, ...latest })
    },
  }
  const followed = signTransaction(sendDeps, sendInput, signal, plan).then((executed) => ({
    ...executed,
    ...(latest ?? { status: 'SUBMITTED' as const }),
  }))
  try {
    return await Promise.race([followed, accepted])
  } finally {
    leaving.abort()
  }
}

/**
 * Reads a page's transfer. A person may have typed the recipient and the amount, so they are validated like a
 * form's.
 *
 * @throws WidgetError `CONFIGURATION`
 */
function readTransfer(given: SignInput['transfer']) {
  if (given === undefined) return {}
  checkOptions('transfer', given, TRANSFER_OPTIONS)
  return {
    tokenAddress: readAttribute('token-address', given.tokenAddress, 'tokenAddress'),
    to: textFrom(given.to),
    amount: textFrom(given.amount),
  }
}

/** Names the missing parts of a transfer. */
function missingIn({ transfer }: SignInput): string {
  if (transfer === undefined) return 'transfer or call is missing'
  const missing = Object.keys(TRANSFER_OPTIONS).filter(
    (name) => textFrom(Reflect.get(transfer, name)) === undefined,
  )
  return `transfer: ${missing.join(', ')} is missing`
}

const TRANSFER_OPTIONS = {
  tokenAddress: 'attribute',
  to: 'own',
  amount: 'own',
} satisfies Record<keyof NonNullable<SignInput['transfer']>, OptionKind>

/** The options of every signing function. */
export const SIGNING_OPTIONS = {
  walletAddress: 'attribute',
  maxFee: 'attribute',
  descriptors: 'own',
  confirm: 'required',
  onProgress: 'function',
  signal: 'object',
} satisfies Partial<Record<keyof SignInput, OptionKind>>

const SIGN_OPTIONS = {
  ...SIGNING_OPTIONS,
  transfer: 'object',
  call: 'own',
  tokenDecimals: 'attribute',
  tokenSymbol: 'attribute',
  follow: 'own',
} satisfies Record<keyof SignInput, OptionKind>

/** The values that the page pins for every signature. */
export function readSendInput(
  { host, rpId }: CoreDeps,
  input: SignInput,
): {
  host: string
  rpId: string
  walletAddress: string | undefined
  attribute: (name: 'token-decimals' | 'token-symbol' | 'max-fee') => string | undefined
} {
  const pins = {
    'token-decimals': readAttribute('token-decimals', input.tokenDecimals, 'tokenDecimals'),
    'token-symbol': readAttribute('token-symbol', input.tokenSymbol, 'tokenSymbol'),
    'max-fee': readAttribute('max-fee', input.maxFee, 'maxFee'),
  }
  const walletAddress = readAttribute('wallet-address', input.walletAddress, 'walletAddress')
  return { host, rpId, walletAddress, attribute: (name: keyof typeof pins) => pins[name] }
}

/** Confirms, finds and decodes calls without a screen. */
export function signingParts(
  input: SignInput,
  signal: AbortSignal,
): Pick<SendDeps, 'screens' | 'held' | 'cancel' | 'notes' | 'callReader' | 'beforeSign'> {
  return {
    screens: toScreens(input, signal),
    held: async () => HELD,
    cancel: async () => CANCEL,
    notes: readNotes,
    callReader: async () => callReader(input.descriptors),
    beforeSign: async () => true,
  }
}

/**
 * Checks the preconditions of `confirm`: the fee is within the page's limit, and the tokens' decimals are
 * unchanged. Returns warnings about the recipients. Rejects a call that would fail, or that a policy blocks,
 * before the passkey prompt.
 *
 * @throws WidgetError `CALL_MISMATCH`
 */
async function readNotes(context: ChecksCalls, confirmation: Confirmation): Promise<Notes> {
  const { check, latest } = openReview(context, confirmation)
  const expiresIn = findExpiresIn(latest(), context.signal)
  const checked = await checkCall(context, confirmation)
  return { ...checked, balances: [], expiresIn: await expiresIn, check, draw: () => null }
}

/** These ports display nothing, because the page gets codes and states instead of screens. */
const HELD: HeldPort = { find: findUnfinished, resubmit, followFailed, untilWanted }
const CANCEL: CancelPort = { cancelCall, following: (context) => context }

/** After these errors the call is built and confirmed again. */
const REBUILT: readonly WidgetErrorCode[] = ['FEE_REFUSED', 'TRANSACTION_EXPIRED', 'EXPIRATION_TOO_FAR']

function toScreens({ confirm, onProgress }: SignInput, signal: AbortSignal): SendScreens {
  return {
    loading: () => {},
    askWallet: refuseToChoose,
    async askTransfer({ fieldProblems, problem }) {
      const detail = fieldProblems.map(({ code }) => code).join(', ')
      throw problem ?? new WidgetError('VALIDATION_FAILED', { detail: `transfer: ${detail}` })
    },
    async askConfirm({ confirmation, notes, problem }) {
      if (problem !== undefined && !REBUILT.includes(problem.code)) throw problem
      const isConfirmed = await Promise.race([
        confirm(confirmation, notes?.parties ?? []),
        rejectOnAbort(signal),
      ])
      if (isConfirmed === true) return 'confirm'
      throw new WidgetError('STOPPED_BY_PAGE', { detail: 'confirm did not return true' })
    },
    working: () => {},
    askRetry: throwProblem,
    showProgress(progress) {
      onProgress?.(progress)
      // Without `onProgress`, the page cannot call `look`.
      if (progress.problem !== undefined && progress.look !== undefined && onProgress === undefined)
        throw progress.problem
    },
  }
}
