import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { bffError } from '#bff/http/exchange.ts'
import { hasAdministrator } from '#bff/members/has-administrator.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

const SETUP_LINK_SECONDS = 3600

/**
 * Creates the setup link for the first administrator and returns its token, which is valid for one hour and one use.
 * Earlier setup links end. Undefined if there is an administrator.
 */
export async function createSetupLink(ctx: HasClock & HasDatabase): Promise<string | undefined> {
  const now = ctx.clock.now()
  const token = newSecret()
  return ctx.db.transaction().execute(async (trx) => {
    if (await hasAdministrator(trx)) return undefined
    await trx.deleteFrom('bff_setup_link').execute()
    await trx
      .insertInto('bff_setup_link')
      .values({
        token_hash: hashSecret(token),
        created_at: now,
        expires_at: new Date(now.getTime() + SETUP_LINK_SECONDS * 1000),
        used_at: null,
      })
      .execute()
    return token
  })
}

/** Whether the token can still be used. Checking does not use it up. */
export async function isSetupLinkOpen(ctx: HasClock & HasDatabase, token: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_setup_link')
    .select('token_hash')
    .where((row) => row.and({ token_hash: hashSecret(token), used_at: null }))
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return row !== undefined && !(await hasAdministrator(ctx.db))
}

/**
 * Uses up the link in the transaction that creates the administrator, so only one of two attempts succeeds.
 * @throws SETUP_LINK_INVALID
 */
export async function spendSetupLink(ctx: HasClock, trx: BffTransaction, tokenHash: string): Promise<void> {
  const now = ctx.clock.now()
  await trx
    .updateTable('bff_setup_link')
    .set({ used_at: now })
    .where((row) => row.and({ token_hash: tokenHash, used_at: null }))
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirstOrThrow(() => bffError('SETUP_LINK_INVALID'))
  if (await hasAdministrator(trx)) throw bffError('SETUP_LINK_INVALID')
}
