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
 * What helps: `retry` the same step, `edit` what was typed, `code` ask for a new code, `passkey` choose or make
 * another passkey, `restart` from the beginning, `none` when only the page's owner can help.
 *
 * @example
 * const isFinal = (next: NextAction) => next === 'none'
 */
export type NextAction = 'retry' | 'edit' | 'code' | 'passkey' | 'restart' | 'none'

const NEXT: Partial<Record<WidgetErrorCode, NextAction>> = {
  CONFIGURATION: 'none',
  UNSUPPORTED_BROWSER: 'none',
  RP_ID_MISMATCH: 'none',
  OPERATION_NOT_ALLOWED: 'none',
  ORIGIN_REFUSED: 'none',
  EMAIL_REFUSED: 'none',
  NO_WALLET: 'none',
  NO_TOKEN: 'none',
  RP_ID_HASH_NOT_REGISTERED: 'none',
  WALLET_NOT_OWNED: 'none',
  SESSION_EXPIRED: 'restart',
  ADDRESS_MISMATCH: 'restart',
  CALL_MISMATCH: 'restart',
  INVALID_VERIFICATION_CODE: 'code',
  PASSKEY_EXISTS: 'passkey',
  PASSKEY_UNSUITABLE: 'passkey',
  WALLET_ALREADY_DEPLOYED: 'passkey',
  INVALID_PUBLIC_KEY: 'passkey',
  VALIDATION_FAILED: 'edit',
  INSUFFICIENT_BALANCE: 'edit',
  TOKEN_UNREADABLE: 'edit',
  TRANSACTION_REVERTS: 'edit',
  RECIPIENT_CANNOT_RECEIVE: 'edit',
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
 * What else is known about an error. `detail` is for developers and never displayed as the message; `sentence` replaces
 * the code's own; `support` is a text to copy for the support staff, and its name.
 */
export type WidgetErrorFacts = {
  detail?: string | undefined
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
  declare readonly retryAfterSeconds: number | undefined
  declare readonly refusedBy: string | undefined
  declare readonly prompt: PromptFacts | undefined
  declare readonly sentence: string | undefined
  declare readonly support: readonly [what: string, text: string] | undefined

  constructor(code: WidgetErrorCode, facts: WidgetErrorFacts = {}) {
    super(facts.detail === undefined ? code : `${code}: ${facts.detail}`)
    Object.assign(this, { next: NEXT[code] ?? 'retry' }, facts, { code })
  }
}

/** Any thrown thing as a `WidgetError`; an unforeseen one becomes `UNKNOWN` and keeps its cause. */
export function asWidgetError(thrown: unknown): WidgetError {
  return thrown instanceof WidgetError ? thrown : new WidgetError('UNKNOWN', { cause: thrown })
}
