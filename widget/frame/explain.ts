import { WidgetError, type NextAction, type WidgetErrorCode } from '#widget/errors.ts'
import { frameEn } from '#widget/texts/en.ts'
import { sentenceOf, type Messages } from '#widget/texts/messages.ts'
import { exactCode, type Surroundings } from './exact-code.ts'
import { isFramed } from './is-framed.ts'
import { supportText } from './support-text.ts'

/** Of the displayed error. */
export type ErrorContext = {
  apiUrl: string
  rpId: string | undefined
  messages: Messages
  signal: AbortSignal
}

/** A manager that took the prompt gets this long to answer after it was ended. */
const LATE_ANSWER_MS = 1_000
/** Longest wait before the error is displayed. */
const LOOK_MS = 2_000

const NEXT: Partial<Record<WidgetErrorCode, NextAction>> = {
  INSECURE_CONTEXT: 'none',
  PASSKEY_NOT_FOUND: 'passkey',
  PASSKEY_UNVERIFIED: 'passkey',
  PASSKEY_KEY_TYPE: 'passkey',
}

/**
 * The error with a more exact code if there is one, its sentence, and a text to copy for support. Uses the
 * browser's error, the time it took, the page's focus, the browser's capabilities, and the server's clock.
 */
export async function explain(error: WidgetError, context: ErrorContext): Promise<WidgetError> {
  if (error.support !== undefined) return error
  const around = await lookAround(error, context)
  const code = exactCode(error, around)
  const { detail, retryAfterSeconds, prompt, cause } = error
  const next = NEXT[code]
  const texts = context.messages.parts?.frame ?? frameEn
  const sentences: Partial<Record<WidgetErrorCode, string>> = texts.errors
  return new WidgetError(code, {
    detail,
    retryAfterSeconds,
    prompt,
    cause,
    ...(next === undefined ? {} : { next }),
    sentence: sentences[code] ?? context.messages.errors[code] ?? sentenceOf(context.messages, error),
    support: [
      texts.copyDetails,
      supportText(code, error, {
        ...around,
        host: location.host,
        rpId: context.rpId,
        isFramed: isFramed(),
        userAgent: navigator.userAgent,
        now: new Date().toISOString(),
      }),
    ],
  })
}

async function lookAround(error: WidgetError, { apiUrl, signal }: ErrorContext): Promise<Surroundings> {
  const isTime = error.code === 'TRANSACTION_EXPIRED' || error.code === 'EXPIRATION_TOO_FAR'
  const [capabilities, answered, off] = await Promise.all([
    within(LOOK_MS, readCapabilities(), {}),
    within(LATE_ANSWER_MS, isAnswered(error), false),
    within(LOOK_MS, isTime ? clockOffSeconds(apiUrl, signal) : Promise.resolve(undefined), undefined),
  ])
  return { isSecure: isSecureContext, capabilities, answered, clockOffSeconds: off }
}

async function readCapabilities(): Promise<Record<string, boolean>> {
  if (typeof PublicKeyCredential === 'undefined') return {}
  const found = await PublicKeyCredential.getClientCapabilities?.()
  const names = ['userVerifyingPlatformAuthenticator', 'hybridTransport', 'passkeyPlatformAuthenticator']
  const known = new Map(Object.entries(found ?? {}))
  return Object.fromEntries(
    names.flatMap((name) => {
      const has = known.get(name)
      return typeof has === 'boolean' ? [[name, has]] : []
    }),
  )
}

async function isAnswered({ prompt }: WidgetError): Promise<boolean> {
  await prompt?.answer.catch(() => {})
  return true
}

/** What `work` answers within `ms`, else `otherwise`; also if it fails. */
function within<Result>(ms: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  const late = new Promise<Result>((resolve) => setTimeout(() => resolve(otherwise), ms))
  return Promise.race([work.catch(() => otherwise), late])
}

/**
 * How far this device's clock is ahead of the server's, in whole seconds, by the `Date` of one answer; undefined when
 * the header is missing. The answer may be a refusal: no token is sent.
 */
async function clockOffSeconds(apiUrl: string, signal: AbortSignal): Promise<number | undefined> {
  const { headers } = await fetch(`${apiUrl}/api/widget/config`, { signal, credentials: 'omit' })
  const serverMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(serverMs) ? undefined : Math.round((Date.now() - serverMs) / 1000)
}
