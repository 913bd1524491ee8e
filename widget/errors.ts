import type { errors, frameErrors } from './texts/en.ts'

/**
 * Codes of the closer analysis of an error (`widget/frame/explain.ts`, a file on demand). That file contains
 * their sentences. Without it, the error keeps its code, which has a sentence in the main file.
 */
export type ExactCode = Exclude<keyof typeof frameErrors, keyof typeof errors>

/**
 * Every code that a widget error can have. Other server errors are named by their HTTP status.
 *
 * @example
 * const isLeft = (code: WidgetErrorCode) => code === 'PASSKEY_CANCELLED' || code === 'STOPPED_BY_PAGE'
 */
export type WidgetErrorCode = keyof typeof errors | ExactCode

/**
 * The next step. `retry` repeats the step, `edit` changes the input, `code` requests a new code, `passkey`
 * chooses or creates another passkey, and `restart` starts over. `none` means that only the page's owner can
 * help.
 *
 * @example
 * const isFinal = (next: NextAction) => next === 'none'
 */
export type NextAction = 'retry' | 'edit' | 'code' | 'passkey' | 'restart' | 'none'

/**
 * A cause that the code leaves open. UNEXPECTED_ANSWER has `other-chain`. OPERATION_NOT_ALLOWED has
 * `declined` and `expired`, by the approver of a message. PASSKEY_CANCELLED has `another-prompt`.
 * PASSKEY_UNSUITABLE has `unverified`. RP_ID_MISMATCH has `unsupported`, for a browser without related origins.
 *
 * @example
 * const isDeclined = (reason: ErrorReason | undefined) => reason === 'declined'
 */
export type ErrorReason =
  | 'other-chain'
  | 'declined'
  | 'expired'
  | 'another-prompt'
  | 'unverified'
  | 'unsupported'

/**
 * `isMistake` means that the integrator or operator must act, so the error is also logged to the console.
 * `isExplained` means that the file `frame` may find a more exact code. `rpc` is the provider's EIP-1193 or
 * EIP-1474 code, -32603 if undefined.
 */
type ErrorClass = { next: NextAction; isMistake?: boolean; isExplained?: boolean; rpc?: number }

const RETRY: ErrorClass = { next: 'retry' }
const EDIT: ErrorClass = { next: 'edit' }
const PASSKEY: ErrorClass = { next: 'passkey' }
const EXPLAINED: ErrorClass = { next: 'retry', isExplained: true }
const OTHER_PASSKEY: ErrorClass = { next: 'passkey', isExplained: true }
const UNREACHABLE: ErrorClass = { next: 'retry', rpc: 4900 }
const RESTART: ErrorClass = { next: 'restart', isMistake: true }
const MISTAKE: ErrorClass = { next: 'none', isMistake: true }
const UNSUPPORTED: ErrorClass = { ...MISTAKE, rpc: 4200 }
const UNAUTHORIZED: ErrorClass = { ...MISTAKE, rpc: 4100 }

/** Classes of every code. */
export const ERROR_CLASSES: Readonly<Record<WidgetErrorCode, ErrorClass>> = {
  CONFIGURATION: { ...MISTAKE, rpc: -32602 },
  UNSUPPORTED_BROWSER: { ...UNSUPPORTED, isExplained: true },
  RP_ID_MISMATCH: { ...UNAUTHORIZED, isExplained: true },
  OPERATION_NOT_ALLOWED: { ...UNAUTHORIZED, isExplained: true },
  SESSION_EXPIRED: { ...RESTART, rpc: 4100 },
  OFFLINE: UNREACHABLE,
  NETWORK_FAILED: UNREACHABLE,
  UNEXPECTED_ANSWER: { ...RETRY, isMistake: true },
  OUTCOME_UNKNOWN: RETRY,
  UNKNOWN: EXPLAINED,
  PASSKEY_CANCELLED: EXPLAINED,
  PASSKEY_TIMEOUT: EXPLAINED,
  PASSKEY_BLOCKED: EXPLAINED,
  PASSKEY_EXISTS: OTHER_PASSKEY,
  PASSKEY_UNSUITABLE: OTHER_PASSKEY,
  PASSKEY_WRONG: EXPLAINED,
  ADDRESS_MISMATCH: RESTART,
  CALL_MISMATCH: RESTART,
  NO_WALLET: UNAUTHORIZED,
  NO_TOKEN: MISTAKE,
  INSUFFICIENT_BALANCE: EDIT,
  STOPPED_BY_PAGE: RETRY,
  VALIDATION_FAILED: EDIT,
  INVALID_VERIFICATION_CODE: { next: 'code' },
  INVALID_PUBLIC_KEY: PASSKEY,
  RP_ID_HASH_NOT_REGISTERED: UNAUTHORIZED,
  WALLET_ALREADY_DEPLOYED: PASSKEY,
  INSUFFICIENT_FEE_BALANCE: RETRY,
  TRANSACTION_EXPIRED: EXPLAINED,
  EXPIRATION_TOO_FAR: EXPLAINED,
  INVALID_SIGNATURE: RETRY,
  FEE_REFUSED: RETRY,
  TRANSACTION_REVERTS: EDIT,
  RECIPIENT_CANNOT_RECEIVE: EDIT,
  TOKEN_UNREADABLE: EDIT,
  WALLET_NOT_OWNED: UNAUTHORIZED,
  NOT_FOUND: RETRY,
  CONFLICT: EXPLAINED,
  RATE_LIMITED: RETRY,
  CHAIN_FAILED: RETRY,
  CHAIN_TIMEOUT: RETRY,
  UNAVAILABLE: RETRY,
  ORIGIN_REFUSED: UNAUTHORIZED,
  EMAIL_REFUSED: UNAUTHORIZED,
  INSECURE_CONTEXT: UNSUPPORTED,
  PAGE_HIDDEN: RETRY,
  PASSKEY_NOT_FOUND: PASSKEY,
  PASSKEY_REFUSED: RETRY,
  PASSKEY_NO_ANSWER: RETRY,
  PASSKEY_BUSY: RETRY,
  PASSKEY_DEVICE_FAILED: RETRY,
  PASSKEY_BROWSER_FAILED: RETRY,
  PASSKEY_CLICK_NEEDED: RETRY,
  PASSKEY_UNVERIFIED: PASSKEY,
  PASSKEY_KEY_TYPE: PASSKEY,
  POLICY_REFUSED: EDIT,
  CO_SIGNATURE_MISSING: EDIT,
  CO_SIGNER_NOT_READY: RETRY,
  CLOCK_WRONG: RETRY,
}

/** Changes to a code's classes by reason. For example, an approver's refusal is not a mistake. */
const REASON_CLASSES: Readonly<Record<ErrorReason, Partial<ErrorClass>>> = {
  'other-chain': { rpc: 4901 },
  declined: { next: 'retry', isMistake: false, rpc: 4001 },
  expired: { next: 'retry', isMistake: false, rpc: 4001 },
  'another-prompt': {},
  unverified: {},
  unsupported: {},
}

/** Classes of an error, from its code and its reason. */
export function classifyError({ code, reason }: Pick<WidgetError, 'code' | 'reason'>): ErrorClass {
  return { ...ERROR_CLASSES[code], ...(reason && REASON_CLASSES[reason]) }
}

/**
 * Facts about a failed passkey prompt. `answer` settles when the browser responds, even after the failure.
 */
export type PromptFacts = {
  kind: 'create' | 'get'
  elapsedMs: number
  /** Whether the page was in front and had the focus when the prompt was requested. */
  focused: boolean
  answer: Promise<unknown>
}

/**
 * Further facts about an error. `detail` is for developers and never displayed as the message. `sentence`
 * replaces the code's own sentence. `support` is a text for the support staff to copy, with its name.
 */
export type WidgetErrorFacts = {
  detail?: string | undefined
  reason?: ErrorReason | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
  next?: NextAction
  /** The server's own code from its own error response. The request was certainly refused. */
  refusedBy?: string | undefined
  prompt?: PromptFacts | undefined
  sentence?: string | undefined
  support?: readonly [what: string, text: string]
}

/**
 * The error class of the widget. `code` is stable, and `next` is the next step. The sentence for the person
 * comes from the messages in the element's language. `message` is for developers and contains no token, code
 * or key.
 *
 * @example
 * try {
 *   await latchkey.createWallet({ email, askCode })
 * } catch (error) {
 *   if (error instanceof WidgetError && error.code === 'PASSKEY_CANCELLED') showTheButtonAgain()
 *   else throw error
 * }
 */
export class WidgetError extends Error {
  override readonly name = 'WidgetError'
  // Declared only. The constructor assigns all members at once, which keeps the main file smaller.
  declare readonly code: WidgetErrorCode
  declare readonly next: NextAction
  declare readonly detail: string | undefined
  declare readonly reason: ErrorReason | undefined
  declare readonly retryAfterSeconds: number | undefined
  declare readonly refusedBy: string | undefined
  declare readonly prompt: PromptFacts | undefined
  declare readonly sentence: string | undefined
  declare readonly support: readonly [what: string, text: string] | undefined

  constructor(code: WidgetErrorCode, facts: WidgetErrorFacts = {}) {
    super(facts.detail === undefined ? code : `${code}: ${facts.detail}`)
    const { next } = classifyError({ code, reason: facts.reason })
    Object.assign(this, { next }, facts, { code })
  }
}

/** Converts a thrown value to a `WidgetError`. An unexpected one becomes `UNKNOWN` and keeps its cause. */
export function asWidgetError(thrown: unknown): WidgetError {
  return thrown instanceof WidgetError ? thrown : new WidgetError('UNKNOWN', { cause: thrown })
}
