import type { PromptFacts, WidgetError, WidgetErrorCode } from '#widget/errors.ts'
import {
  saysAlreadyPending,
  saysHidden,
  saysNoGesture,
  saysPending,
} from '#widget/passkey/browser-sentences.ts'

/**
 * Maximum time in milliseconds for a rejection by the browser itself. Faster than a user can close a prompt.
 */
export const AT_ONCE_MS = 150
/** A browser's own timeout of a prompt in milliseconds, slightly below the requested one. */
const BROWSERS_END_MS = 299_000
/** Time in milliseconds that a password manager which took the prompt gets to respond after it has ended. */
const LATE_ANSWER_MS = 1_000
/** Timeout for reading the server's clock, in milliseconds. */
const CLOCK_MS = 2_000
/**
 * Clock difference that is reported, in milliseconds. The service allows less between its clock and a call's
 * expiration (profile 5).
 */
const CLOCK_OFF_MS = 60_000

/** Error codes of the service with sentences in this file. */
const EXACT_REFUSALS = ['POLICY_REFUSED', 'CO_SIGNATURE_MISSING', 'CO_SIGNER_NOT_READY'] as const

function isExactRefusal(code: string): code is (typeof EXACT_REFUSALS)[number] {
  return EXACT_REFUSALS.some((one) => one === code)
}

/** The server whose clock is compared, and the function to reach it. */
type Place = {
  apiUrl: string
  signal: AbortSignal
  /** Defaults to the browser's `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** The more exact code, or the error's own. */
export async function exactCode(error: WidgetError, place: Place): Promise<WidgetErrorCode> {
  const { code, reason, prompt, cause, refusedBy } = error
  const said = readBrowserText(error)
  const name = cause instanceof Error ? cause.name : ''
  if (refusedBy !== undefined && isExactRefusal(refusedBy)) return refusedBy
  if (code === 'UNSUPPORTED_BROWSER') return isSecureContext ? code : 'INSECURE_CONTEXT'
  if (code === 'TRANSACTION_EXPIRED' || code === 'EXPIRATION_TOO_FAR') {
    return (await within(CLOCK_MS, isClockOff(place))) === true ? 'CLOCK_WRONG' : code
  }
  if (code === 'PASSKEY_TIMEOUT' && prompt !== undefined) {
    const answered = prompt.answer.catch(() => {}).then(() => code)
    return (await within(LATE_ANSWER_MS, answered)) ?? 'PASSKEY_NO_ANSWER'
  }
  // Only a new passkey can exist already. For a signature, an immediate error of this name means that another prompt
  // is open. A later one means that the security key has no fitting passkey (Firefox).
  if (code === 'PASSKEY_EXISTS' && prompt?.kind === 'get')
    return prompt.elapsedMs < AT_ONCE_MS ? 'PASSKEY_BUSY' : 'PASSKEY_CANCELLED'
  if (code === 'UNKNOWN' && (name === 'OperationError' || saysAlreadyPending(said))) return 'PASSKEY_BUSY'
  if (code === 'UNKNOWN' && prompt !== undefined) return UNKNOWN_BY_NAME[name] ?? code
  if (reason === 'another-prompt') return 'PASSKEY_BUSY'
  if (code === 'PASSKEY_CANCELLED' && name === 'NotAllowedError' && prompt !== undefined)
    return notAllowed(said, prompt)
  if (code === 'PASSKEY_UNSUITABLE') {
    if (reason === 'unverified' || name === 'ConstraintError') return 'PASSKEY_UNVERIFIED'
    // Only a new passkey requests a key type. For a signature, this name means that the browser does not support
    // another part of the request.
    if (name === 'NotSupportedError' && prompt?.kind === 'get') return 'PASSKEY_BROWSER_FAILED'
    if (name === 'PublicKeyError' || name === 'NotSupportedError') return 'PASSKEY_KEY_TYPE'
  }
  return code
}

/**
 * Codes for errors of passkey prompts that WebAuthn does not define, by the error's name. Android's credential manager
 * throws `NotReadableError`, `UnknownError` and `DataError`. Safari, and extensions that replace
 * `navigator.credentials`, throw a bare `TypeError`.
 */
const UNKNOWN_BY_NAME: Partial<Record<string, WidgetErrorCode>> = {
  NotReadableError: 'PASSKEY_DEVICE_FAILED',
  UnknownError: 'PASSKEY_DEVICE_FAILED',
  DataError: 'PASSKEY_BROWSER_FAILED',
  TypeError: 'PASSKEY_BROWSER_FAILED',
}

/**
 * Classifies `NotAllowedError`: the person closed the prompt, it timed out, or it was never shown. Source:
 * WebAuthn L3 5.1.3 and 5.1.4.
 */
function notAllowed(said: string, { kind, focused, elapsedMs }: PromptFacts): WidgetErrorCode {
  if (saysPending(said)) return 'PASSKEY_BUSY'
  if (saysNoGesture(said)) return 'PASSKEY_CLICK_NEEDED'
  if (!focused || saysHidden(said)) return 'PAGE_HIDDEN'
  if (elapsedMs >= BROWSERS_END_MS) return 'PASSKEY_TIMEOUT'
  if (elapsedMs >= AT_ONCE_MS) return 'PASSKEY_CANCELLED'
  return kind === 'get' ? 'PASSKEY_NOT_FOUND' : 'PASSKEY_REFUSED'
}

/** The browser's own message. */
export function readBrowserText({ cause }: WidgetError): string {
  return cause instanceof Error ? cause.message : ''
}

/**
 * Compares the clocks by the `Date` header of one response. Sends no token, because an error response
 * suffices.
 */
async function isClockOff({ apiUrl, signal, fetch = globalThis.fetch }: Place): Promise<boolean> {
  const { headers } = await fetch(`${apiUrl}/api/widget/config`, { signal, credentials: 'omit' })
  return Math.abs(Date.now() - Date.parse(headers.get('date') ?? '')) > CLOCK_OFF_MS
}

/** The result of `work` within `ms` milliseconds. Undefined if it takes longer or fails. */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))
  return Promise.race([work.catch(() => undefined), late])
}
