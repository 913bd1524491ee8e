import type { BffContext } from '#bff/context.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/tables.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'

const SETUP_LINK_SECONDS = 3600

/**
 * The token of the link by which the first administrator enrols a passkey, or undefined once there is one.
 * It lives for an hour and works once; a new one ends the others.
 */
export async function createSetupLink(ctx: BffContext): Promise<string | undefined> {
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

/** Whether the token would still open the setup. Checking does not spend it. */
export async function isSetupLinkOpen(ctx: BffContext, token: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_setup_link')
    .select('token_hash')
    .where('token_hash', '=', hashSecret(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst()
  return row !== undefined && !(await hasAdministrator(ctx.db))
}

/** Spends the link in the transaction that creates the administrator: of two at once only one gets true. */
export async function spendSetupLink(ctx: BffContext, trx: BffTransaction, tokenHash: string) {
  const now = ctx.clock.now()
  const spent = await trx
    .updateTable('bff_setup_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return spent !== undefined && !(await hasAdministrator(trx))
}

export async function hasAdministrator(db: BffDatabase): Promise<boolean> {
  return (await db.selectFrom('bff_member').select('admin_id').limit(1).executeTakeFirst()) !== undefined
}
