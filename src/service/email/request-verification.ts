import { randomUUID } from 'node:crypto'
import { acceptedLanguage, type Language } from '#protocol/display/language.ts'
import { mailName } from '#protocol/display/text.ts'
import { VERIFICATION_LIFETIME_SECONDS } from '#protocol/limits.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { apiError, type ApiError, rateLimited } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { MailRefusedError } from '#server-kit/mail-refused-error.ts'
import { MailSetupError } from '#server-kit/mail-setup-error.ts'
import type { HasClock, HasCodeKey, HasDatabase, HasMailer } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { mailText, normaliseEmail } from './mailer.ts'
import { readSmtpReply } from './smtp-reply.ts'
import { codeHmac, createCode, giveCodeBack, selectUsableCodes } from './verification-code.ts'

/**
 * Maximum number of attempts to find a free code. Among a million codes, the first one is usually free, so
 * this many misses mean a fault.
 */
const ATTEMPTS_MAX = 20

/**
 * `POST /wallets/request-email-verification`: mails a 6-digit code, valid for one use. A new code replaces the older
 * code of the same email address. The mail is in the language of the request. The response is the same for every
 * email address (profile 7).
 *
 * @throws RATE_LIMITED if too many codes of the email address or the organization are unused
 * @throws VALIDATION_FAILED if the email address can never receive the mail
 * @throws UNAVAILABLE if the mail was not accepted now
 */
export const requestEmailVerification: Operation<
  'requestEmailVerification',
  HasClock & HasDatabase & HasMailer & HasCodeKey
> = async (ctx, caller, input) => {
  const email = normaliseEmail(input.body.email)
  const language = acceptedLanguage(caller.acceptLanguage)
  const code = await ctx.db
    .transaction()
    .execute((trx) => storeCode(ctx, trx, { organizationId: caller.organizationId, email, language }))
  try {
    await ctx.mailer.send({ to: email, ...verificationMail(code.organizationName, code.digits, language) })
  } catch (cause) {
    // The code was not delivered. It therefore does not count, and the older code of the email address becomes valid
    // again.
    await ctx.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('verification_codes').where('id', '=', code.id).execute()
      if (code.replacedId !== undefined) await giveCodeBack(trx, code.replacedId, ctx.clock.now())
    })
    throw unsentError(cause)
  }
  return { success: true, expiresAt: code.expiresAt.toISOString() }
}

/** Seconds until another try after a temporary refusal. Servers that greylist refuse for a minute or more. */
const REFUSED_RETRY_SECONDS = 60

/** Explains why a code was not mailed, and whether another try can help. */
function unsentError(cause: unknown): ApiError {
  if (cause instanceof MailRefusedError) {
    const reply = cause.reply === undefined ? '' : ` (${cause.reply})`
    return fieldError('email', `cannot receive this mail: ${cause.message}${reply}`, cause)
  }
  const headers = { 'retry-after': String(REFUSED_RETRY_SECONDS) }
  if (cause instanceof MailSetupError) {
    return apiError('UNAVAILABLE', describeSetupError(cause), { cause, headers })
  }
  const reply = readSmtpReply(cause)
  if (reply === undefined) return apiError('UNAVAILABLE', 'The mail could not be sent. Try again.', { cause })
  const message = `The mail server does not take the mail now (${reply.code}). Try again later.`
  return apiError('UNAVAILABLE', message, { cause, headers })
}

/**
 * Describes a refusal for the caller. A reply does not always show whether the server refuses this service, this mail
 * or this recipient.
 */
function describeSetupError({ reply }: MailSetupError): string {
  if (reply === undefined)
    return 'This service cannot send mail: its operator has to correct the mail settings.'
  return `The mail server did not accept the mail (${reply}). If other addresses fail too, the operator of this service has to check the mail settings.`
}

type CodeRequest = { organizationId: string; email: string; language: Language }
type TimedRequest = CodeRequest & { now: Date }

async function storeCode(ctx: HasClock & HasCodeKey, trx: Transaction, asked: CodeRequest) {
  const organization = await trx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', asked.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Reads the time after taking the lock, so that concurrent requests are stored in the order of their times.
  const request = { ...asked, now: ctx.clock.now() }
  for (const quota of QUOTAS) await requireQuota(trx, request, quota)
  const replacedId = await retireCodes(trx, request)
  const id = randomUUID()
  const expiresAt = secondsAfter(request.now, VERIFICATION_LIFETIME_SECONDS)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const digits = createCode()
    const stored = await trx
      .insertInto('verification_codes')
      .values({
        id,
        organization_id: request.organizationId,
        email: request.email,
        language: request.language,
        code_hmac: codeHmac(ctx.settings.codeKey, request.organizationId, digits),
        tries: 0,
        live: true,
        created_at: request.now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored !== undefined)
      return { id, replacedId, digits, expiresAt, organizationName: organization.name }
  }
  throw apiError('UNAVAILABLE', 'Too many verification codes are waiting. Try again in some minutes.')
}

/**
 * Retires expired codes and the older code of the email address, so that their digits may be used again. Returns the
 * id of the older code if it was still valid.
 */
async function retireCodes(trx: Transaction, request: TimedRequest): Promise<string | undefined> {
  const retired = await trx
    .updateTable('verification_codes')
    .set({ live: false })
    .where('organization_id', '=', request.organizationId)
    .where('live', '=', true)
    .where((where) => where.or([where('expires_at', '<=', request.now), where('email', '=', request.email)]))
    .returning(['id', 'expires_at'])
    .execute()
  return retired.find(({ expires_at: expiresAt }) => expiresAt > request.now)?.id
}

function verificationMail(
  organizationName: string,
  code: string,
  language: Language,
): { subject: string; text: string } {
  const name = mailName(organizationName)
  const t = mailText(language)
  return {
    subject: t('Your verification code for {name}', { name }),
    text: [
      t('Your verification code is {code}', { code }),
      '',
      t('Enter it where you asked for it, to create your wallet at {name}.', { name }),
      t('It is valid for {minutes} minutes and can be used once.', {
        minutes: String(VERIFICATION_LIFETIME_SECONDS / 60),
      }),
      '',
      t('If you did not request it, ignore this mail: nothing happens without the code.'),
      t('{name} will never ask you for it.', { name }),
      '',
    ].join('\n'),
  }
}

type Quota = { ofAddress: boolean; windowMs: number; codesMax: number }

/**
 * Maximum numbers of unused codes. For one email address, 20 a day with 5 tries each leave a guesser one chance in
 * ten thousand, and 10 an hour keep a victim's inbox usable. For one organization, the limit bounds how many codes a
 * guess without an email address can match.
 */
const QUOTAS: readonly Quota[] = [
  { ofAddress: true, windowMs: 3_600_000, codesMax: 10 },
  { ofAddress: true, windowMs: 86_400_000, codesMax: 20 },
  { ofAddress: false, windowMs: 3_600_000, codesMax: 1_000 },
]

/**
 * Refuses a new code if too many codes are unused. The caller holds the organization's row lock, so parallel requests
 * are counted one after another.
 *
 * @throws RATE_LIMITED with Retry-After
 */
async function requireQuota(
  trx: Transaction,
  { organizationId, email, now }: TimedRequest,
  { ofAddress, windowMs, codesMax }: Quota,
): Promise<void> {
  let query = trx
    .selectFrom('verification_codes')
    .select('created_at')
    .where('organization_id', '=', organizationId)
    .where('created_at', '>', new Date(now.getTime() - windowMs))
    .where('spent_at', 'is', null)
  if (ofAddress) query = query.where('email', '=', email)
  // The newest `codesMax` codes use up the quota. A new code is possible once the oldest of them leaves the window.
  const blocking = await query
    .orderBy('created_at', 'desc')
    .offset(codesMax - 1)
    .limit(1)
    .executeTakeFirst()
  if (blocking !== undefined) throw rateLimited(blocking.created_at.getTime() + windowMs - now.getTime())
}

/** `GET /wallets/pending-verification`: whether an email address has a code that can still be used. */
export const pendingVerification: Operation<'pendingVerification', HasClock & HasDatabase> = async (
  ctx,
  caller,
  input,
) => {
  const row = await selectUsableCodes(ctx.db, caller.organizationId, ctx.clock.now())
    .select('expires_at')
    .where('email', '=', normaliseEmail(input.query.email))
    .executeTakeFirst()
  return row === undefined ? { pending: false } : { pending: true, expiresAt: row.expires_at.toISOString() }
}
