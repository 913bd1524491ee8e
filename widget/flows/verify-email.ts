import type { WidgetError } from '#widget/errors.ts'
import { attempt, repeat, withRetry } from './attempt.ts'
import type { CallsServer, HasClock, HasServerTime } from './context-parts.ts'
import type { Person, VerifiesEmail } from './create-context.ts'
import { noneIfUnsupported } from './follow-transaction.ts'

/**
 * A code that was correct when it was typed, if the service checks it early. Used when the wallet is created.
 */
export type Verification = { person: Person; code: string; expiresAtMs: number }

/** Minimum time between two mails, in milliseconds. The service limits mails. */
const RESEND_AFTER_MS = 30_000

type Sent = { expiresAtMs: number; resendAtMs: number }

/** Asks for the email and the wallet's name, sends the code, and asks for it. */
export async function verifyEmail(context: VerifiesEmail): Promise<Verification> {
  const { config, input } = context
  let draft: Person = { email: config.email ?? '', label: input.label ?? '' }
  for (;;) {
    const sent = await repeat(
      async (problem) => {
        draft = await context.deps.screens.askPerson({
          organizationName: config.organizationName,
          draft,
          emailFixed: config.email !== undefined,
          labelFixed: input.label !== undefined,
          problem,
        })
      },
      () => sendCode(context, draft.email),
      { report: context.deps.report, signal: context.signal },
    )
    const verification = await askCode(context, draft, sent, { draft: '', passkeyReady: false })
    if (verification !== 'back') return verification
  }
}

/**
 * Asks for the code once more before the wallet is created. `problem`: the error if the previous code was wrong.
 * Undefined if that code was too old, and a new one is then sent first. The passkey stays stored.
 */
export async function verifyAgain(
  context: VerifiesEmail,
  earlier: Verification,
  problem: WidgetError | undefined,
): Promise<Verification> {
  const { person } = earlier
  const now = context.deps.clock.now()
  const sent: Sent =
    problem === undefined
      ? await withRetry(context, () => sendCode(context, person.email))
      : { expiresAtMs: earlier.expiresAtMs, resendAtMs: now }
  for (;;) {
    const verification = await askCode(context, person, sent, {
      draft: earlier.code,
      passkeyReady: true,
      problem,
    })
    if (verification !== 'back') return verification
  }
}

async function askCode(
  context: VerifiesEmail,
  person: Person,
  first: Sent,
  start: { draft: string; passkeyReady: boolean; problem?: WidgetError | undefined },
): Promise<Verification | 'back'> {
  const { config, deps, signal } = context
  let sent = first
  let { problem, draft } = start
  let resent = start.passkeyReady && problem === undefined
  for (;;) {
    const answer = await deps.screens.askCode({
      email: person.email,
      draft: problem === undefined ? '' : draft,
      resendAtMs: sent.resendAtMs,
      passkeyReady: start.passkeyReady,
      // The page may have set the email, and a passkey may have been created for it.
      canChangeEmail: config.email === undefined && !start.passkeyReady,
      resent,
      problem,
    })
    if (answer.kind === 'back') return 'back'
    const done = await attempt(
      async () => {
        if (answer.kind === 'resend') return sendCode(context, person.email)
        // A service that cannot check the code now checks it when the wallet is created.
        await deps.api.checkCode(person.email, answer.code, signal).catch(noneIfUnsupported)
        return sent
      },
      signal,
      deps.report,
    )
    resent = done.ok
    problem = done.ok ? undefined : done.error
    if (!done.ok)
      sent = { ...sent, resendAtMs: deps.clock.now() + 1000 * (done.error.retryAfterSeconds ?? 0) }
    else if (answer.kind === 'resend') sent = done.value
    else return { person, code: answer.code, expiresAtMs: sent.expiresAtMs }
    draft = answer.kind === 'code' ? answer.code : ''
  }
}

async function sendCode(context: CallsServer & HasClock & HasServerTime, email: string): Promise<Sent> {
  const { expiresAt } = await context.deps.api.requestCode(email, context.signal)
  const now = context.deps.clock.now()
  const secondsLeft = Date.parse(expiresAt) / 1000 - context.serverSeconds()
  return { expiresAtMs: now + 1000 * secondsLeft, resendAtMs: now + RESEND_AFTER_MS }
}
