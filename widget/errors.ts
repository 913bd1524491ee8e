import type { errors, frameErrors } from './texts/en.ts'

/**
 * Codes of the closer analysis of an error (`widget/frame/explain.ts`, a file on demand). Their sentences come
 * with that file; without it the error keeps its code, which has a sentence in the main file.
 */
export type ExactCode = Exclude<keyof typeof frameErrors, keyof typeof errors>

/**
 * Every code that an error of the widget can have: those with a sentence. Any other refusal of the server is named by its
 * HTTP status.
 *
 * @example
 * const isLeft = (code: WidgetErrorCode) => code === 'PASSKEY_CANCELLED' || code === 'STOPPED_BY_PAGE'
 */
export type WidgetErrorCode = keyof typeof errors | ExactCode

/**
 * The remedy: `retry` the same step, `edit` the input, `code` request a new code, `passkey` choose or make another
 * passkey, `restart` from the beginning, `none` if only the page's owner can help.
 *
 * @example
 * const isFinal = (next: NextAction) => next === 'none'
 */
export type NextAction = 'retry' | 'edit' | 'code' | 'passkey' | 'restart' | 'none'

/**
 * A cause that the code leaves open: `other-chain` of UNEXPECTED_ANSWER, `declined` and `expired` of OPERATION_NOT_ALLOWED (by
 * the approver of a message), `another-prompt` of PASSKEY_CANCELLED, `unverified` of PASSKEY_UNSUITABLE.
 *
 * @example
 * const isDeclined = (reason: ErrorReason | undefined) => reason === 'declined'
 */
export type ErrorReason = 'other-chain' | 'declined' | 'expired' | 'another-prompt' | 'unverified'

/**
 * `isMistake`: the integrator or operator must act, so it is printed on the browser's console too. `isExplained`: the file
 * `frame` may find a more exact code. `rpc`: the code of EIP-1193 or EIP-1474 in the provider, -32603 if undefined.
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

/** The classes of every code. */
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

/** Changes of a code's classes by reason: an approver's refusal is no mistake. */
const REASON_CLASSES: Readonly<Record<ErrorReason, Partial<ErrorClass>>> = {
  'other-chain': { rpc: 4901 },
  declined: { next: 'retry', isMistake: false, rpc: 4001 },
  expired: { next: 'retry', isMistake: false, rpc: 4001 },
  'another-prompt': {},
  unverified: {},
}

/** The classes of an error, by its code and its reason. */
export function classifyError({ code, reason }: Pick<WidgetError, 'code' | 'reason'>): ErrorClass {
  return { ...ERROR_CLASSES[code], ...(reason && REASON_CLASSES[reason]) }
}

/** Facts of a failed passkey prompt. `answer` settles when the browser does, however late. */
export type PromptFacts = {
  kind: 'create' | 'get'
  elapsedMs: number
  /** The page was in front and had the focus when the prompt was asked for. */
  focused: boolean
  answer: Promise<unknown>
}

/**
 * Further facts about an error. `detail` is for developers and never displayed as the message; `sentence` replaces
 * the code's own; `support` is a text to copy for the support staff, and its name.
 */
export type WidgetErrorFacts = {
  detail?: string | undefined
  reason?: ErrorReason | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
  next?: NextAction
  /** The server's own code in its own envelope: a certain refusal. */
  refusedBy?: string | undefined
  prompt?: PromptFacts | undefined
  sentence?: string | undefined
  support?: readonly [what: string, text: string]
}

/**
 * The one error of the widget. `code` is stable, `next` is what helps; the sentence for the person comes from the
 * messages of the element's language. `message` is for developers and holds no token, code or key.
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
  // Declared only: the constructor assigns all of them at once, which is less code on every page.
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

/** Any thrown thing as a `WidgetError`; an unforeseen one becomes `UNKNOWN` and keeps its cause. */
export function asWidgetError(thrown: unknown): WidgetError {
  return thrown instanceof WidgetError ? thrown : new WidgetError('UNKNOWN', { cause: thrown })
}
