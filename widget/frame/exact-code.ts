import type { PromptFacts, WidgetError, WidgetErrorCode } from '#widget/errors.ts'

/** What the browser is, as far as an error depends on it. */
export type Surroundings = {
  isSecure: boolean
  /** `PublicKeyCredential.getClientCapabilities()`; empty where unsupported. */
  capabilities: Readonly<Record<string, boolean>>
  /** Device minus server, where that could be measured. */
  clockOffSeconds: number | undefined
  /** The browser answered the prompt, however late. */
  answered: boolean
}

/** Faster than a user can close a prompt: the browser refused without asking. */
export const AT_ONCE_MS = 150
/** A browser's own timeout of a prompt, a little below the requested one. */
const BROWSERS_END_MS = 299_000
/** The service allows less than this between its clock and a call's time limit (profile 5). */
const CLOCK_OFF_SECONDS = 60

/** The more exact code, or the error's own. */
export function exactCode(error: WidgetError, around: Surroundings): WidgetErrorCode {
  return LOOK[error.code]?.(error, around) ?? error.code
}

type Look = (error: WidgetError, around: Surroundings) => WidgetErrorCode | undefined

const clock: Look = (_error, { clockOffSeconds = 0 }) =>
  Math.abs(clockOffSeconds) > CLOCK_OFF_SECONDS ? 'CLOCK_WRONG' : undefined

const LOOK: Partial<Record<WidgetErrorCode, Look>> = {
  UNSUPPORTED_BROWSER: (_error, { isSecure }) => (isSecure ? undefined : 'INSECURE_CONTEXT'),
  TRANSACTION_EXPIRED: clock,
  EXPIRATION_TOO_FAR: clock,
  PASSKEY_TIMEOUT: ({ prompt }, { answered }) =>
    prompt === undefined || answered ? undefined : 'PASSKEY_NO_ANSWER',
  PASSKEY_UNSUITABLE: unsuitable,
  PASSKEY_CANCELLED: (error, around) =>
    error.detail === OTHER_PROMPT ? 'PASSKEY_BUSY' : error.prompt && notAllowed(error, error.prompt, around),
  // Only a new passkey can exist already: for a signature this name means that a prompt is open.
  PASSKEY_EXISTS: ({ prompt }) => (prompt?.kind === 'get' ? 'PASSKEY_BUSY' : undefined),
  UNKNOWN: (error) =>
    error.detail === 'OperationError' || /already pending/i.test(textOf(error)) ? 'PASSKEY_BUSY' : undefined,
}

/** The text in `ceremony.ts` for a prompt that another one has ended. */
const OTHER_PROMPT = 'another prompt was opened'

/** `NotAllowedError`: closed by the person, run out, or never shown. Source: WebAuthn L3 5.1.3 and 5.1.4. */
function notAllowed(error: WidgetError, prompt: PromptFacts, around: Surroundings): WidgetErrorCode {
  if (error.detail !== 'NotAllowedError') return error.code
  if (/pending/i.test(textOf(error))) return 'PASSKEY_BUSY'
  if (!prompt.focused || /focus|not visible|hidden/i.test(textOf(error))) return 'PAGE_HIDDEN'
  if (prompt.elapsedMs >= BROWSERS_END_MS) return 'PASSKEY_TIMEOUT'
  if (prompt.elapsedMs >= AT_ONCE_MS) return 'PASSKEY_CANCELLED'
  if (prompt.kind === 'get') return 'PASSKEY_NOT_FOUND'
  return around.capabilities['userVerifyingPlatformAuthenticator'] === false
    ? 'PASSKEY_UNVERIFIED'
    : 'PASSKEY_REFUSED'
}

function unsuitable(error: WidgetError): WidgetErrorCode {
  const { detail = '' } = error
  if (detail === 'ConstraintError' || /not verified/.test(detail)) return 'PASSKEY_UNVERIFIED'
  const isKey = error.cause instanceof Error && error.cause.name === 'PublicKeyError'
  return detail === 'NotSupportedError' || isKey ? 'PASSKEY_KEY_TYPE' : error.code
}

/** The browser's own message. */
export function textOf({ cause }: WidgetError): string {
  return cause instanceof Error ? cause.message : ''
}
