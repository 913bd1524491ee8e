import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { CreateWalletRequest } from '#protocol/create-wallet.ts'
import { VERIFICATION_TRIES_MAX } from '#protocol/limits.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import type { HasClock, HasCodeKey, HasDatabase } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { normaliseEmail } from './mailer.ts'
import { codeHmac, selectUsableCodes } from './verification-code.ts'

/**
 * Maximum wrong codes sent without an email address, per hour and sender. A sender is one key at one IP address for
 * one user. A code without an email address can match any of the organization's live codes. This limit is therefore
 * stricter than the limit for a code with an email address.
 */
const UNBOUND_WRONG_TRIES_MAX = 5
/** Maximum wrong codes per organization and hour (profile 7). No single sender reaches it. */
const ORGANIZATION_WRONG_TRIES_MAX = 50
const ORGANIZATION = ''
const UNBOUND_WINDOW_MS = 3_600_000

export type CheckedCode = { verificationId: string; email: string }
type CodeToCheck = Pick<CreateWalletRequest, 'verificationCode' | 'email' | 'externalUserId'>

/**
 * Checks an emailed code without using it up. With `email`, the code must belong to that email address. Without it,
 * the code is looked up among the organization's live codes, which are unique (profile 7).
 *
 * @throws INVALID_VERIFICATION_CODE for a code that is wrong, expired, used or was tried too often, without
 * distinction
 * @throws RATE_LIMITED after too many wrong codes without an email address
 */
export async function checkCode(
  ctx: HasClock & HasDatabase & HasCodeKey,
  caller: Caller,
  given: CodeToCheck,
): Promise<CheckedCode> {
  const { organizationId } = caller
  const hmac = codeHmac(ctx.settings.codeKey, organizationId, given.verificationCode)
  const guess = { organizationId, hmac, guesser: identifyGuesser(caller, given) }
  const checked =
    given.email === undefined
      ? await ctx.db.transaction().execute((trx) => findAmongLiveCodes(ctx, trx, guess))
      : await compareWithAddress(ctx, organizationId, normaliseEmail(given.email), hmac)
  if (checked === undefined) throw apiError('INVALID_VERIFICATION_CODE')
  return checked
}

/**
 * Counts and commits the try before the comparison, so that parallel guesses get no more than five tries together.
 */
async function compareWithAddress(
  ctx: HasClock & HasDatabase,
  organizationId: string,
  email: string,
  hmac: string,
): Promise<CheckedCode | undefined> {
  const tried = await ctx.db
    .updateTable('verification_codes')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('live', '=', true)
    .where('expires_at', '>', ctx.clock.now())
    .where('tries', '<', VERIFICATION_TRIES_MAX)
    .returning(['id', 'code_hmac'])
    .executeTakeFirst()
  if (tried === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(tried.code_hmac), Buffer.from(hmac))) return undefined
  // A correct code does not count as a try, because a creation that fails for another reason may be repeated
  // with it.
  await ctx.db
    .updateTable('verification_codes')
    .set((column) => ({ tries: column('tries', '-', 1) }))
    .where('id', '=', tried.id)
    .where('tries', '>', 0)
    .execute()
  return { verificationId: tried.id, email }
}

type UnboundGuess = { organizationId: string; hmac: string; guesser: string }

/**
 * Runs guesses one after another under the guards' row locks, so that no more wrong codes are compared than allowed.
 */
async function findAmongLiveCodes(
  { clock }: HasClock,
  trx: Transaction,
  guess: UnboundGuess,
): Promise<CheckedCode | undefined> {
  const guards = await lockGuards(trx, guess, clock.now())
  // Reads the time after taking the locks. Otherwise, a long wait for the locks could make the time older than the
  // window of an hour.
  const now = clock.now()
  const ends = guards
    .filter(({ wrongTries, triesMax }) => wrongTries >= triesMax)
    .map(({ endsAtMs }) => endsAtMs)
  if (ends.length > 0) throw rateLimited(Math.max(...ends) - now.getTime())
  const row = await selectUsableCodes(trx, guess.organizationId, now)
    .select(['id', 'email'])
    .where('code_hmac', '=', guess.hmac)
    .executeTakeFirst()
  if (row !== undefined) return { verificationId: row.id, email: row.email }
  await trx
    .updateTable('verification_guards')
    .set((column) => ({ wrong_tries: column('wrong_tries', '+', 1) }))
    .where('organization_id', '=', guess.organizationId)
    .where('guesser', 'in', [ORGANIZATION, guess.guesser])
    .execute()
  return undefined
}

type Guard = { triesMax: number; wrongTries: number; endsAtMs: number }

/**
 * Locks the guards of the organization and of the sender. Each guard counts in a window that begins with its first
 * wrong try. Always locks the organization's guard first, so that two guesses cannot deadlock.
 */
async function lockGuards(trx: Transaction, { organizationId, guesser: sender }: UnboundGuess, now: Date) {
  const over = new Date(now.getTime() - UNBOUND_WINDOW_MS)
  const guards: Guard[] = []
  for (const { guesser, triesMax } of [
    { guesser: ORGANIZATION, triesMax: ORGANIZATION_WRONG_TRIES_MAX },
    { guesser: sender, triesMax: UNBOUND_WRONG_TRIES_MAX },
  ]) {
    const { rows } = await sql<{ window_started_at: Date; wrong_tries: number }>`
      insert into verification_guards as guard (organization_id, guesser, window_started_at, wrong_tries)
      values (${organizationId}, ${guesser}, ${now}, 0)
      on conflict (organization_id, guesser) do update set
        wrong_tries = case when guard.window_started_at <= ${over} then 0 else guard.wrong_tries end,
        window_started_at = case when guard.wrong_tries = 0 or guard.window_started_at <= ${over}
          then excluded.window_started_at else guard.window_started_at end
      returning window_started_at, wrong_tries`.execute(trx)
    for (const { window_started_at: startedAt, wrong_tries: wrongTries } of rows)
      guards.push({ triesMax, wrongTries, endsAtMs: startedAt.getTime() + UNBOUND_WINDOW_MS })
  }
  return guards
}

/**
 * Identifies the guessing caller as far as the request shows: by the key, the IP address and the organization's
 * user.
 */
function identifyGuesser({ keyId, clientIp = '' }: Caller, { externalUserId = '' }: CodeToCheck): string {
  return createHash('sha256')
    .update(JSON.stringify([keyId, clientIp, externalUserId]))
    .digest('hex')
}
