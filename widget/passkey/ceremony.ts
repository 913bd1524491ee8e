import { anySignal } from '#widget/any-signal.ts'
import { withDeadline } from '#widget/deadline.ts'
import { WidgetError, type PromptFacts, type WidgetErrorCode } from '#widget/errors.ts'
import { saysPolicy } from './browser-sentences.ts'

/**
 * Maximum time of a prompt, in milliseconds. The time is long enough to fetch a phone. A prompt that never responds
 * ends after it.
 */
export const CEREMONY_DEADLINE_MS = 300_000

/** Aborts the running ceremony. Browsers allow only one at a time. */
let running: AbortController | undefined

/**
 * Runs one passkey prompt and converts its errors. Ends any other prompt of this page's widgets first. If the
 * caller aborts, throws the caller's own reason.
 */
export async function ceremony<Answer>(
  signal: AbortSignal,
  prompt: (signal: AbortSignal) => Promise<Answer>,
  kind: PromptFacts['kind'] = 'get',
): Promise<Answer> {
  signal.throwIfAborted()
  const startMs = performance.now()
  const focused = globalThis.document?.hasFocus() ?? true
  let answer: Promise<Answer> | undefined
  running?.abort(
    new WidgetError('PASSKEY_CANCELLED', { detail: 'another prompt was opened', reason: 'another-prompt' }),
  )
  const own = new AbortController()
  running = own
  const either = anySignal(signal, own.signal)
  try {
    return await withDeadline(either, CEREMONY_DEADLINE_MS, (bounded) => (answer = prompt(bounded)))
  } catch (thrown) {
    either.throwIfAborted()
    const elapsedMs = performance.now() - startMs
    throw nameCeremonyError(thrown, answer && { kind, elapsedMs, focused, answer })
  } finally {
    if (running === own) running = undefined
    own.abort()
  }
}

/**
 * Converts the browser's error. `NotAllowedError` means a closed prompt, the browser's own timeout, or no
 * fitting passkey, so its sentence names all three. `prompt` has the facts to distinguish them
 * (widget/frame/explain.ts). Source: WebAuthn L3 5.1.3 and 5.1.4, and their notes on errors.
 */
export function nameCeremonyError(thrown: unknown, prompt?: PromptFacts): unknown {
  if (thrown instanceof WidgetError) return thrown
  const { name, message } = thrown instanceof Error ? thrown : { name: '', message: '' }
  const isPolicy = saysPolicy(message)
  const code = name === 'NotAllowedError' && isPolicy ? 'PASSKEY_BLOCKED' : CODES[name]
  return new WidgetError(code ?? 'UNKNOWN', { detail: name, cause: thrown, prompt })
}

const CODES: Partial<Record<string, WidgetErrorCode>> = {
  NotAllowedError: 'PASSKEY_CANCELLED',
  AbortError: 'PASSKEY_CANCELLED',
  TimeoutError: 'PASSKEY_TIMEOUT',
  DeadlineError: 'PASSKEY_TIMEOUT',
  AuthenticatorAnswerError: 'PASSKEY_UNSUITABLE',
  SecurityError: 'RP_ID_MISMATCH',
  InvalidStateError: 'PASSKEY_EXISTS',
  ConstraintError: 'PASSKEY_UNSUITABLE',
  NotSupportedError: 'PASSKEY_UNSUITABLE',
  EncodingError: 'PASSKEY_UNSUITABLE',
}
