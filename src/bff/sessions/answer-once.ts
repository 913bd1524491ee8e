import * as z from 'zod/mini'
import type { HasClock, HasDatabase, HasLog, HasRunOnce } from '#bff/context-parts.ts'
import type { Exchange, Session } from '#bff/context.ts'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { readText } from '#server-kit/http/read-body.ts'
import {
  forgetOldIdempotencyKeys,
  readIdempotencyKey,
  type IdempotencyStore,
} from '#server-kit/idempotency/run-once.ts'

/** Time for which a lost response can be requested again, in seconds. A person retries at once. */
const LIFETIME_SECONDS = 600

/** Store of responses by Idempotency-Key. A key belongs to its session and ends with it. */
export function answerStore({ db, clock }: HasClock & HasDatabase): IdempotencyStore {
  return {
    db,
    clock,
    table: 'bff_repeated_answer',
    ownerColumn: 'session_hash',
    lifetimeSeconds: LIFETIME_SECONDS,
  }
}

/**
 * Handles a POST with an `Idempotency-Key` once. A retry by the same session gets the first response for ten minutes,
 * including a secret in it. Call it after authorization and step-up.
 *
 * @throws IDEMPOTENCY_KEY_REUSED for a different request with this key, CONFLICT while the first request is running
 */
export async function answerOnce(
  ctx: HasClock & HasDatabase & HasLog & HasRunOnce,
  exchange: Exchange,
  session: Session,
  run: () => Promise<Response> | Response,
): Promise<Response> {
  const { raw } = exchange.req
  const key = raw.method === 'POST' ? readIdempotencyKey(raw.headers) : undefined
  if (key === undefined) return run()
  await forgetOldIdempotencyKeys(answerStore(ctx))
  const { pathname, search } = new URL(raw.url)
  // Clones the request, because the handler reads the body again.
  const request = [pathname, search, await readText(raw.clone())]
  let first: Response | undefined
  const reply = await ctx.runOnce({ owner: session.idHash, asker: '', key, request }, async () => {
    first = await run()
    return toReply(first.clone())
  })
  if (first === undefined) ctx.log.info({ event: 'answer_repeated', requestId: exchange.var.requestId })
  else if (!first.ok) return first
  return new Response(z.string().parse(reply.content), reply)
}

/** Converts a response to a stored one, without cookies. */
async function toReply(response: Response): Promise<Reply> {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
  return { status: response.status, headers, content: await response.text() }
}
