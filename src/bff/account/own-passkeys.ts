import type { addPasskeyRequestSchema, OwnPasskey } from '#protocol/members.ts'
import { recordAudit, type AuditBy } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { beginCeremony, takeCeremony, descriptorsOf } from '#bff/sessions/ceremony.ts'
import { registrationOptions, storePasskey, verifyRegistration } from '#bff/sessions/registration.ts'
import type { Asked, Session } from '#bff/sessions/session.ts'

/** A limit on the table's size. */
const PASSKEYS_MAX = 20

/** A person's passkeys, oldest first. */
export async function listOwnPasskeys(ctx: BffContext, adminId: string): Promise<OwnPasskey[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select(['credential_id', 'name', 'backed_up', 'created_at', 'last_used_at'])
    .where('admin_id', '=', adminId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map((row) => ({
    id: row.credential_id,
    name: row.name,
    synced: row.backed_up,
    createdAtDatetime: row.created_at.toISOString(),
    lastUsedAtDatetime: row.last_used_at?.toISOString() ?? null,
  }))
}

/** `POST /api/account/passkeys/options`: creation options, which exclude the person's existing passkeys. */
export async function addPasskeyOptions(ctx: BffContext, { admin }: Session): Promise<Response> {
  const { user_handle: userHandle, name } = await ctx.db
    .selectFrom('bff_admin')
    .select(['user_handle', 'name'])
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  const exclude = await descriptorsOf(ctx, admin.id)
  if (exclude.length >= PASSKEYS_MAX) throw bffError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys already.`)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  const { cookie } = await beginCeremony(ctx, { kind: 'add-passkey', challenge, admin_id: admin.id })
  return answer({ options }, 200, { 'set-cookie': cookie })
}

/** `POST /api/account/passkeys`: stores the new passkey. The step-up was for the options. */
export async function addPasskey(
  ctx: BffContext,
  { exchange, session, by, body }: Asked<{ body: typeof addPasskeyRequestSchema }>,
): Promise<void> {
  const { admin_id: adminId, challenge } = await takeCeremony(ctx, exchange.req.raw, 'add-passkey')
  if (adminId !== session.admin.id) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, { challenge, given: body.response })
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await storePasskey(trx, { adminId, passkey, name, now: ctx.clock.now() })
    await recordAudit(ctx, trx, { ...by, action: 'passkey.added', target: null, details: { name } })
  })
}

type Own = { session: Session; by: AuditBy; passkeyId: string }

/** @throws NOT_FOUND for another person's passkey */
export async function renamePasskey(
  ctx: BffContext,
  { session, by, passkeyId }: Own,
  name: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable('bff_admin_passkey')
      .set({ name })
      .where('credential_id', '=', passkeyId)
      .where('admin_id', '=', session.admin.id)
      .returning('credential_id')
      .executeTakeFirst()
    if (renamed === undefined) throw bffError('NOT_FOUND')
    await recordAudit(ctx, trx, { ...by, action: 'passkey.renamed', target: null, details: { name } })
  })
}

/** @throws NOT_FOUND, LAST_PASSKEY: of two removed at once, one remains */
export async function removePasskey(ctx: BffContext, { session, by, passkeyId }: Own): Promise<void> {
  const adminId = session.admin.id
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bff_admin').select('id').where('id', '=', adminId).forUpdate().execute()
    const rows = await trx
      .selectFrom('bff_admin_passkey')
      .select(['credential_id', 'name'])
      .where('admin_id', '=', adminId)
      .execute()
    const removed = rows.find((row) => row.credential_id === passkeyId)
    if (removed === undefined) throw bffError('NOT_FOUND')
    if (rows.length === 1) throw bffError('LAST_PASSKEY')
    await trx.deleteFrom('bff_admin_passkey').where('credential_id', '=', passkeyId).execute()
    const details = { name: removed.name }
    await recordAudit(ctx, trx, { ...by, action: 'passkey.removed', target: null, details })
  })
}
