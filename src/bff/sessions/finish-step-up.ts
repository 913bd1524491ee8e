import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, HasLimits, HasLog, HasRelyingParty, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { verifyPasskey } from './ceremony.ts'

/** Time for which a verified prompt is valid for its request, in seconds. */
const GRANT_SECONDS = 60

/** Grants the request. The challenge is used only once, whatever the result. Only a refusal is recorded. */
export const finishStepUp: ConsoleOperation<
  'finishStepUp',
  WritesAudit & HasDatabase & HasLimits & HasLog & HasRelyingParty
> = async (asked) => {
  const { ctx, session, by, action, body } = asked
  ctx.limits.stepUp.take(session.idHash)
  const { stepUp, response } = body
  const row = await ctx.db
    .deleteFrom('bff_step_up')
    .where((row) => row.and({ token_hash: hashSecret(stepUp), session_hash: session.idHash }))
    .where('granted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  const now = ctx.clock.now()
  if (row === undefined || row.expires_at <= now) throw bffError('CEREMONY_OVER')
  const { challenge, method, path } = row
  try {
    const adminId = await verifyPasskey(ctx, challenge, response, 'STEP_UP_FAILED')
    if (adminId !== session.admin.id) throw bffError('STEP_UP_FAILED')
  } catch (refusal) {
    const wanted = { action, target: `${method} ${path}`, details: {} }
    await recordAudit(ctx, ctx.db, { ...by, ...wanted, result: 'refused' })
    throw refusal
  }
  await ctx.db
    .insertInto('bff_step_up')
    .values({ ...row, granted_at: now, expires_at: secondsAfter(now, GRANT_SECONDS) })
    .execute()
  ctx.log.info({ event: 'step_up', adminId: session.admin.id, method, path })
  return { stepUp }
}
