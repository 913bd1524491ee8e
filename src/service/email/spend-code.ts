import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'

/**
 * Spends a checked code in the caller's transaction, so that it is spent exactly when what it paid for is
 * stored. Of two that hold the same code one passes.
 *
 * @throws INVALID_VERIFICATION_CODE when it was spent, replaced or has expired since the check
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

/** Gives a spent code back after the chain refused the deployment, unless the address has a newer one. */
export async function giveCodeBack(trx: Transaction, verificationId: string, now: Date): Promise<void> {
  await trx
    .updateTable('verification_codes')
    .set({ live: true, spent_at: null })
    .where('id', '=', verificationId)
    .where('expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('verification_codes as other')
            .select('other.id')
            .where('other.live', '=', true)
            .whereRef('other.organization_id', '=', 'verification_codes.organization_id')
            .where((where) =>
              where.or([
                where('other.email', '=', where.ref('verification_codes.email')),
                where('other.code_hmac', '=', where.ref('verification_codes.code_hmac')),
              ]),
            ),
        ),
      ),
    )
    .execute()
}
