import { createHash } from 'node:crypto'
import { STEP_UP_HEADER } from '#protocol/console-api.ts'
import type { stepUpOptionsRequestSchema, stepUpVerifyRequestSchema } from '#protocol/members.ts'
import { signInPrompt } from '#server-kit/passkeys/assertion.ts'
import { CEREMONY_SECONDS } from '#server-kit/passkeys/relying-party.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext, Exchange, Asked, Session } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { readText } from '#server-kit/http/read-body.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { descriptorsOf, verifyPasskey } from './ceremony.ts'
import { secondsAfter } from '#server-kit/clock.ts'

/** How long a verified prompt is valid for its request, in seconds. */
const GRANT_SECONDS = 60

/**
 * Protects routes that a stolen session must not be able to use: the request names a passkey prompt that was verified
 * within the last minute for exactly this method, path, body and session, and that counts once. Requesting the
 * options again changes nothing.
 *
 * @throws STEP_UP_REQUIRED
 */
export async function requireStepUp(ctx: BffContext, exchange: Exchange, session: Session): Promise<void> {
  if (exchange.var.steppedUp === true) return
  const token = exchange.req.header(STEP_UP_HEADER)
  if (token === undefined) throw bffError('STEP_UP_REQUIRED')
  await ctx.db
    .deleteFrom('bff_step_up')
    .where((row) => row.and({ token_hash: hashSecret(token), session_hash: session.idHash }))
    .where((row) => row.and({ method: exchange.req.method, path: new URL(exchange.req.url).pathname }))
    .where('body_sha256', '=', await bodySha256(exchange.req.raw))
    .where('granted_at', 'is not', null)
    .where('expires_at', '>', ctx.clock.now())
    .returning('token_hash')
    .executeTakeFirstOrThrow(() => bffError('STEP_UP_REQUIRED'))
  exchange.set('steppedUp', true)
}

async function bodySha256(request: Request): Promise<string> {
  const body = await readText(request.clone())
  return createHash('sha256').update(body, 'utf8').digest('hex')
}

/** `POST /api/step-up/options`: a challenge for one request, to be signed by a passkey of this person. */
export async function stepUpOptions(asked: Asked<{ body: typeof stepUpOptionsRequestSchema }>) {
  const { ctx, session, body } = asked
  ctx.limits.stepUp.take(session.idHash)
  const allow = await descriptorsOf(ctx, session.admin.id)
  const { options, nonce } = await signInPrompt(ctx.settings.relyingParty, { allow })
  const now = ctx.clock.now()
  const token = newSecret()
  await ctx.db.deleteFrom('bff_step_up').where('expires_at', '<=', now).execute()
  await ctx.db
    .insertInto('bff_step_up')
    .values({
      token_hash: hashSecret(token),
      session_hash: session.idHash,
      method: body.method,
      body_sha256: body.bodySha256,
      // Normalized as the request's own path will be.
      path: new URL(body.path, ctx.settings.publicUrl).pathname,
      challenge: options.challenge,
      granted_at: null,
      expires_at: secondsAfter(now, CEREMONY_SECONDS),
    })
    .execute()
  return { stepUp: token, options, nonce }
}

/** `POST /api/step-up/verify`: grants the request. The challenge never counts again, whatever the result. */
export async function stepUpVerify(asked: Asked<{ body: typeof stepUpVerifyRequestSchema }>) {
  const { ctx, session, by, body } = asked
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
    const wanted = { action: 'session.step-up', target: `${method} ${path}`, details: {} }
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
