import * as z from 'zod/mini'
import type { addPasskeyRequestSchema, OwnPasskey, renamePasskeyRequestSchema } from '#protocol/members.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { answer, bffError } from '#bff/http/answer.ts'
import { beginCeremony, descriptorsOf, endCeremonyCookie, takeCeremony } from '#bff/sessions/ceremony.ts'
import {
  personOf,
  registrationOptions,
  storePasskey,
  verifyRegistration,
} from '#bff/sessions/registration.ts'
import type { Asked, Asking } from '#bff/sessions/session.ts'

/** A limit on the table's size. */
const PASSKEYS_MAX = 20

/** A person's passkeys, oldest first. */
export async function listOwnPasskeys({ ctx, session }: Asking): Promise<OwnPasskey[]> {
  const rows = await ctx.db
    .selectFrom('bff_admin_passkey')
    .select(['credential_id', 'name', 'backed_up', 'created_at', 'last_used_at'])
    .where('admin_id', '=', session.admin.id)
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
export async function addPasskeyOptions({ ctx, session: { admin } }: Asked): Promise<Response> {
  const { user_handle: userHandle, name } = await personOf(ctx.db, admin.id)
  const exclude = await descriptorsOf(ctx, admin.id)
  if (exclude.length >= PASSKEYS_MAX) throw bffError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys already.`)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  return beginCeremony(ctx, { kind: 'add-passkey', challenge, admin_id: admin.id }, { options })
}

/** `POST /api/account/passkeys`: stores the new passkey. The step-up was for the options. */
export async function addPasskey(asked: Asked<{ body: typeof addPasskeyRequestSchema }>): Promise<Response> {
  const { ctx, exchange, session, by, body } = asked
  const { admin_id: adminId, challenge } = await takeCeremony(ctx, exchange.req.raw, 'add-passkey')
  if (adminId !== session.admin.id) throw bffError('CEREMONY_OVER')
  const passkey = await verifyRegistration(ctx, { challenge, given: body.response })
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await storePasskey(trx, { adminId, passkey, name, now: ctx.clock.now() })
    await recordAudit(ctx, trx, { ...by, action: 'passkey.added', target: null, details: { name } })
  })
  return answer(await listOwnPasskeys(asked), 200, { 'set-cookie': endCeremonyCookie(ctx) })
}

export const ofPasskey = {
  params: z.strictObject({
    passkeyId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be the id of a passkey')),
  }),
}
type OfPasskey = Asked<typeof ofPasskey>

/** @throws NOT_FOUND for another person's passkey */
export async function renamePasskey(
  asked: OfPasskey & Asked<{ body: typeof renamePasskeyRequestSchema }>,
): Promise<OwnPasskey[]> {
  const { ctx, session, by, params, body } = asked
  const name = body.name.trim()
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('bff_admin_passkey')
      .set({ name })
      .where('credential_id', '=', params.passkeyId)
      .where('admin_id', '=', session.admin.id)
      .returning('credential_id')
      .executeTakeFirstOrThrow(notFound)
    await recordAudit(ctx, trx, { ...by, action: 'passkey.renamed', target: null, details: { name } })
  })
  return listOwnPasskeys(asked)
}

/** @throws NOT_FOUND, LAST_PASSKEY: of two removed at once, one remains */
export async function removePasskey(asked: OfPasskey): Promise<OwnPasskey[]> {
  const { ctx, session, by, params } = asked
  const { passkeyId } = params
  const adminId = session.admin.id
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bff_admin').select('id').where('id', '=', adminId).forUpdate().execute()
    const rows = await trx
      .selectFrom('bff_admin_passkey')
      .select(['credential_id', 'name'])
      .where('admin_id', '=', adminId)
      .execute()
    const removed = rows.find((row) => row.credential_id === passkeyId)
    if (removed === undefined) throw notFound()
    if (rows.length === 1) throw bffError('LAST_PASSKEY')
    await trx.deleteFrom('bff_admin_passkey').where('credential_id', '=', passkeyId).execute()
    const details = { name: removed.name }
    await recordAudit(ctx, trx, { ...by, action: 'passkey.removed', target: null, details })
  })
  return listOwnPasskeys(asked)
}
