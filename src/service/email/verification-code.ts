import { createHmac, randomInt } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { VERIFICATION_CODE_DIGITS, VERIFICATION_TRIES_MAX } from '#protocol/limits.ts'
import { deleteOld } from '#server-kit/db/delete-old.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Tables, Database, Transaction } from '#service/db/database.ts'

/** Six digits from the system's random source, with leading zeros. */
export function createCode(): string {
  return randomInt(10 ** VERIFICATION_CODE_DIGITS)
    .toString()
    .padStart(VERIFICATION_CODE_DIGITS, '0')
}

/**
 * Returns the stored form of a code. A plain hash could be reversed by trying a million codes, but the key of the
 * HMAC is not in the database. The HMAC binds the code to the organization, and the row of the code binds it to the
 * email address.
 */
export function codeHmac(codeKey: Uint8Array, organizationId: string, code: string): string {
  return createHmac('sha256', codeKey).update(`verification-code\n${organizationId}\n${code}`).digest('hex')
}

/** The query for an organization's codes that can still be used. */
export function selectUsableCodes(
  db: Database,
  organizationId: string,
  now: Date,
): SelectQueryBuilder<Tables, 'verification_codes', {}> {
  return db
    .selectFrom('verification_codes')
    .where('organization_id', '=', organizationId)
    .where('live', '=', true)
    .where('expires_at', '>', now)
    .where('tries', '<', VERIFICATION_TRIES_MAX)
}

/**
 * Marks a checked code as used in the caller's transaction, so that it is used if and only if the transaction
 * commits. Only one of two callers with the same code succeeds.
 *
 * @throws INVALID_VERIFICATION_CODE if the code was used or replaced, or has expired, since the check
 */
export async function spendCode(trx: Transaction, verificationId: string, now: Date): Promise<void> {
  const spent = await trx
    .updateTable('verification_codes')
    .set({ live: false, spent_at: now })
    .where('id', '=', verificationId)
    .where('live', '=', true)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (spent === undefined) throw apiError('INVALID_VERIFICATION_CODE')
}

/**
 * Makes a used code valid again after the chain refused the deployment, unless the email address has a newer code.
 */
export async function giveCodeBack(trx: Transaction, verificationId: string, now: Date): Promise<void> {
  await sql`
    update verification_codes as code set live = true, spent_at = null
    where id = ${verificationId} and expires_at > ${now} and not exists (
      select from verification_codes as other
      where other.live and other.organization_id = code.organization_id
        and (other.email = code.email or other.code_hmac = code.code_hmac))`.execute(trx)
}

/**
 * Age in milliseconds at which codes are deleted. Older codes are not needed, because the longest quota covers one
 * day. They are not kept, because each belongs to a person's email address.
 */
const KEPT_MS = 2 * 86_400_000

/** Deletes verification codes, and counts of wrong ones, that are no longer needed. */
export async function forgetOldCodes(ctx: HasClock & HasDatabase): Promise<void> {
  const oldest = new Date(ctx.clock.now().getTime() - KEPT_MS)
  for (const [table, by] of [
    ['verification_codes', 'created_at'],
    ['verification_guards', 'window_started_at'],
  ] as const)
    await deleteOld(ctx.db, { table, by, which: sql`${sql.ref(by)} <= ${oldest}` })
}
