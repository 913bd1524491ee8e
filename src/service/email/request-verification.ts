import { randomUUID } from 'node:crypto'
import { VERIFICATION_LIFETIME_SECONDS } from '#protocol/baas/limits.ts'
import { acceptedLanguage, type Language } from '#protocol/display/language.ts'
import { mailName } from '#protocol/display/mail-name.ts'
import type { Caller, Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { codeHmac, createCode } from './code-hmac.ts'
import { mailText } from './mail-text.ts'
import { normaliseEmail } from './normalise-email.ts'
import { giveCodeBack } from './spend-code.ts'
import { requireVerificationQuota } from './verification-quota.ts'

/** Among a million codes a free one is found at once; this many misses mean that something is wrong. */
const ATTEMPTS_MAX = 20

/**
 * `POST /wallets/request-email-verification`: mails a 6-digit code, valid for 10 minutes and one use. A new
 * code replaces the address's older one. It is in the language of the request. The answer is the same for every address (profile 7).
 *
 * @throws RATE_LIMITED when too many codes of the address or the organization are unused
 * @throws UNAVAILABLE when the mail was not accepted
 */
export async function requestEmailVerification(
  ctx: Context,
  caller: Caller,
  input: { body: { email: string } },
): Promise<{ success: true; expiresAt: string }> {
  const email = normaliseEmail(input.body.email)
  const now = ctx.clock.now()
  const language = acceptedLanguage(caller.acceptLanguage)
  const code = await ctx.db
    .transaction()
    .execute((trx) => storeCode(ctx, trx, { organizationId: caller.organizationId, email, language, now }))
  try {
    await ctx.mailer.send({ to: email, ...verificationMail(code.organizationName, code.digits, language) })
  } catch (cause) {
    // It was not delivered: it does not count, least of all against the address (verification-quota.ts).
    await ctx.db.transaction().execute((trx) => forgetUnsent(trx, code, now))
    throw apiError('UNAVAILABLE', 'The mail could not be sent. Try again.', { cause })
  }
  return { success: true, expiresAt: code.expiresAt.toISOString() }
}

type CodeRequest = { organizationId: string; email: string; language: Language; now: Date }

async function storeCode(ctx: Context, trx: Transaction, request: CodeRequest) {
  const organization = await trx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', request.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await requireVerificationQuota(trx, request)
  const replacedId = await retireCodes(trx, request)
  const id = randomUUID()
  const expiresAt = new Date(request.now.getTime() + VERIFICATION_LIFETIME_SECONDS * 1_000)
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
        spent_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored !== undefined)
      return { id, replacedId, digits, expiresAt, organizationName: organization.name }
  }
  throw apiError('UNAVAILABLE', 'Too many verification codes are waiting. Try again in some minutes.')
}

type Unsent = { id: string; replacedId: string | undefined }

/** The older code that the address has counts again. */
async function forgetUnsent(trx: Transaction, { id, replacedId }: Unsent, now: Date): Promise<void> {
  await trx.deleteFrom('verification_codes').where('id', '=', id).execute()
  if (replacedId !== undefined) await giveCodeBack(trx, replacedId, now)
}

/** Codes that ended, and the address's older one: their digits may be given out again. Answers the latter. */
async function retireCodes(trx: Transaction, request: CodeRequest): Promise<string | undefined> {
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
      t('It is valid for 10 minutes and can be used once.'),
      '',
      t('If you did not ask for it, ignore this mail: nothing happens without the code.'),
      t('Nobody at {name} will ever ask you for it.', { name }),
      '',
    ].join('\n'),
  }
}
