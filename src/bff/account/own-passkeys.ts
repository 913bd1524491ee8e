import { addPasskeyRequestSchema, type OwnPasskey } from '#protocol/members.ts'
import { recordAudit, auditActor } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { readBody, readNoBody } from '#bff/http/read-input.ts'
import { beginCeremony, endCeremonyCookie, takeCeremony, descriptorsOf } from '#bff/sessions/ceremony.ts'
import { registrationOptions, storePasskey, verifyRegistration } from '#bff/sessions/registration.ts'
import type { Session } from '#bff/sessions/session.ts'

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
export async function addPasskeyOptions(
  ctx: BffContext,
  exchange: Exchange,
  session: Session,
): Promise<Response> {
  await readNoBody(exchange.req.raw)
  const { user_handle: userHandle, name } = await ctx.db
    .selectFrom('bff_admin')
    .select(['user_handle', 'name'])
    .where('id', '=', session.admin.id)
    .executeTakeFirstOrThrow()
  const exclude = await descriptorsOf(ctx, session.admin.id)
  if (exclude.length >= PASSKEYS_MAX) throw bffError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys already.`)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { cookie } = await beginCeremony(ctx, {
    kind: 'add-passkey',
    challenge: options.challenge,
    admin_id: session.admin.id,
  })
  return answer({ options }, 200, { 'set-cookie': cookie })
}

/** `POST /api/account/passkeys`: stores the new passkey. The step-up was for the options. */
export async function addPasskey(ctx: BffContext, exchange: Exchange, session: Session): Promise<Response> {
  const { name, response } = await readBody(exchange.req.raw, addPasskeyRequestSchema)
  const ceremony = await takeCeremony(ctx, exchange.req.raw, 'add-passkey')
  if (ceremony.admin_id !== session.admin.id) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, { challenge: ceremony.challenge, given: response })
  await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.clock.now()
    await storePasskey(trx, { adminId: session.admin.id, passkey, name: name.trim(), now })
    await record(ctx, trx, { exchange, session, action: 'passkey.added', name: name.trim() })
  })
  const added = answer(await listOwnPasskeys(ctx, session.admin.id))
  added.headers.append('set-cookie', endCeremonyCookie(ctx))
  return added
}

type Own = { exchange: Exchange; session: Session; passkeyId: string }

/** @throws NOT_FOUND for another person's passkey */
export async function renamePasskey(
  ctx: BffContext,
  { exchange, session, passkeyId }: Own,
  name: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable('bff_admin_passkey')
      .set({ name: name.trim() })
      .where('credential_id', '=', passkeyId)
      .where('admin_id', '=', session.admin.id)
      .returning('credential_id')
      .executeTakeFirst()
    if (renamed === undefined) throw bffError('NOT_FOUND')
    await record(ctx, trx, { exchange, session, action: 'passkey.renamed', name: name.trim() })
  })
}

/** @throws NOT_FOUND, LAST_PASSKEY: of two removed at once, one remains */
export async function removePasskey(ctx: BffContext, { exchange, session, passkeyId }: Own): Promise<void> {
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
    await record(ctx, trx, { exchange, session, action: 'passkey.removed', name: removed.name })
  })
}

type Recorded = { exchange: Exchange; session: Session; action: string; name: string }

async function record(ctx: BffContext, trx: BffTransaction, recorded: Recorded): Promise<void> {
  const { exchange, session, action, name } = recorded
  await recordAudit(ctx, trx, { ...auditActor(exchange, session), action, target: null, details: { name } })
}
