import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { BffContext, Exchange } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import { readText } from '#server-kit/http/read-body.ts'
import { idempotencyKeyOf } from '#bff/upstream/upstream-request.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'
import type { Session } from './session.ts'

/** So long a lost answer may be asked for again; a person tries again at once. */
const KEPT_SECONDS = 600
/** Longer than any request takes: what a crash left may run again after it. */
const LEASE_SECONDS = 60
const WAIT_MS = 20_000
const POLL_MS = 100

/**
 * Answers a POST with an `Idempotency-Key` once: the same request of the same session gets the first one's answer for ten
 * minutes, a secret in it too. Who may not make the request does not get here, and the passkey was asked for before.
 * Only a success is kept: a refusal has changed nothing.
 *
 * @throws IDEMPOTENCY_KEY_REUSED with another request, CONFLICT while the first one still runs
 */
export async function answerOnce(
  ctx: BffContext,
  exchange: Exchange,
  session: Session,
  run: () => Promise<Response> | Response,
): Promise<Response> {
  const { raw } = exchange.req
  const key = raw.headers.get('idempotency-key')
  const keyHash = idempotencyKeyOf(raw, session.idHash)
  if (raw.method !== 'POST' || key === null || keyHash === undefined) return run()
  const row = { session_hash: session.idHash, key_hash: keyHash, request_hash: await requestHash(raw) }
  const context = {
    owner: `${row.session_hash}.${row.key_hash}`,
    column: 'bff_repeated_answer.answer_sealed',
  }
  const kept = { key, context }
  const deadline = performance.now() + WAIT_MS
  while (!(await claim(ctx, row))) {
    const sealed = await findAnswer(ctx, row)
    if (sealed !== undefined) {
      ctx.log.info({ event: 'answer_repeated', requestId: exchange.var.requestId })
      return answerOf(read(ctx, kept, sealed))
    }
    if (performance.now() > deadline)
      throw bffError('CONFLICT', 'The first of these requests is still running. Try again in a moment.')
    await wait(POLL_MS)
  }
  return runClaimed(ctx, row, run, (text) => sealAnswer(ctx.vault, kept, text))
}

type Row = { session_hash: string; key_hash: string; request_hash: string }

const answerSchema = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
type Answer = z.infer<typeof answerSchema>

/** Whether this request is the one that runs: the first one, or one after a run that was cut off. */
async function claim(ctx: BffContext, row: Row): Promise<boolean> {
  const now = ctx.clock.now()
  await ctx.db.deleteFrom('bff_repeated_answer').where('expires_at', '<=', now).execute()
  await rowsOf(ctx, row).where('answer_sealed', 'is', null).where('lease_until', '<=', now).execute()
  const claimed = await ctx.db
    .insertInto('bff_repeated_answer')
    .values({
      ...row,
      answer_sealed: null,
      lease_until: after(now, LEASE_SECONDS),
      expires_at: after(now, KEPT_SECONDS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  return claimed !== undefined
}

/** The kept answer; undefined while there is none yet. */
async function findAnswer(ctx: BffContext, row: Row): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('bff_repeated_answer')
    .select(['request_hash', 'answer_sealed'])
    .where('session_hash', '=', row.session_hash)
    .where('key_hash', '=', row.key_hash)
    .executeTakeFirst()
  if (found !== undefined && found.request_hash !== row.request_hash) throw bffError('IDEMPOTENCY_KEY_REUSED')
  return found?.answer_sealed ?? undefined
}

async function runClaimed(
  ctx: BffContext,
  row: Row,
  run: () => Promise<Response> | Response,
  seal: (text: string) => string,
): Promise<Response> {
  let answer: Answer | undefined
  try {
    const response = await run()
    if (!response.ok) return response
    answer = { status: response.status, headers: headersOf(response), body: await response.text() }
    await ctx.db
      .updateTable('bff_repeated_answer')
      .set({ answer_sealed: seal(JSON.stringify(answer)) })
      .where('session_hash', '=', row.session_hash)
      .where('key_hash', '=', row.key_hash)
      .execute()
    return answerOf(answer)
  } finally {
    if (answer === undefined) await rowsOf(ctx, row).execute()
  }
}

function rowsOf({ db }: BffContext, row: Row) {
  return db
    .deleteFrom('bff_repeated_answer')
    .where('session_hash', '=', row.session_hash)
    .where('key_hash', '=', row.key_hash)
}

function read(ctx: BffContext, kept: Parameters<typeof openAnswer>[1], sealed: string): Answer {
  try {
    return answerSchema.parse(JSON.parse(openAnswer(ctx.vault, kept, sealed)))
  } catch (cause) {
    throw bffError('CONFLICT', 'The answer of the first request can no longer be read.', { cause })
  }
}

/** Cookies are no part of an answer that is given twice. */
function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'))
}

function answerOf({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}

/** Everything that makes it the same request; the body is read once more by who handles it. */
async function requestHash(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const body = await readText(request.clone())
  return createHash('sha256')
    .update(JSON.stringify([pathname, search, body]))
    .digest('hex')
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
