import { createHash } from 'node:crypto'
import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { Exchange, Session } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { STEP_UP_HEADER } from '#protocol/console/request-headers.ts'
import { readText } from '#server-kit/http/read-body.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

/**
 * Protects routes against stolen sessions. The request must name a passkey prompt that was verified within the
 * last minute for exactly this method, path, body and session, and each prompt is valid for one request.
 * Requesting options grants nothing.
 *
 * @throws STEP_UP_REQUIRED
 */
export async function requireStepUp(
  ctx: HasClock & HasDatabase,
  exchange: Exchange,
  session: Session,
): Promise<void> {
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
