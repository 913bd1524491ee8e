import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_LIFETIME_SECONDS } from '#shared/baas/limits.ts'
import type { Context } from '#service/context.ts'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { openReply, sealReply } from './sealed-reply.ts'
import { serviceError } from './service-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'

/** A run keeps renewing its lease; what a crash left may run again when the lease has passed. */
const LEASE_MS = 10_000
const RENEWAL_MS = 3_000
const WAIT_MS = 30_000
const POLL_MS = 100

export type IdempotentRequest = {
  organizationId: string
  /** The API key that asks: another's answer may hold a secret that this one was never given. */
  keyId: string
  /** The header's value. */
  key: string
  /** What must be equal for a repetition: operation, body and path parameters. */
  request: unknown
}

/**
 * Runs an operation once for each Idempotency-Key and API key within 24 hours. Equal requests at the
 * same time wait for the first and get its answer. Only a success is kept: an error changed nothing, so
 * the same request may run again.
 *
 * @throws IDEMPOTENCY_KEY_REUSED when the key came with another request, CONFLICT when the first still runs
 */
export function createIdempotency(ctx: Context) {
  const running = new Map<string, Promise<unknown>>()

  return async function runOnce(request: IdempotentRequest, run: () => Promise<Reply>): Promise<Reply> {
    const row = { organizationId: request.organizationId, ...hashes(request) }
    const name = `${row.organizationId} ${row.keyHash}`
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const claim = await claimKey(ctx, row)
      if (claim.kind === 'claimed') {
        const work = runClaimed(ctx, row, request.key, run)
        running.set(name, work)
        return work.finally(() => running.delete(name))
      }
      if (claim.kind === 'done') return openReply(ctx.settings.codeKey, request.key, claim.sealed)
      if (performance.now() > deadline)
        throw serviceError('CONFLICT', 'A request with this Idempotency-Key is still running')
      await (running.get(name)?.catch(() => undefined) ??
        new Promise((resolve) => setTimeout(resolve, POLL_MS)))
    }
  }
}

/** @throws VALIDATION_FAILED for an unusable header */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length >= 1 && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX && /^[\x21-\x7e]+$/.test(key)) return key
  throw fieldError('Idempotency-Key', `must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible ASCII characters`)
}

/** Deletes what has outlived its 24 hours. */
export async function forgetOldIdempotencyKeys(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await ctx.db.deleteFrom('idempotency_keys').where('created_at', '<=', oldest(ctx)).execute()
}

type Row = { organizationId: string; keyHash: string; requestHash: string }
type Claim = { kind: 'claimed' } | { kind: 'running' } | { kind: 'done'; sealed: string }

async function claimKey(ctx: Context, row: Row): Promise<Claim> {
  const now = ctx.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('organization_id', '=', row.organizationId)
    .where('key_hash', '=', row.keyHash)
    .where('created_at', '<=', oldest(ctx))
    .execute()
  const inserted = await ctx.db
    .insertInto('idempotency_keys')
    .values({
      organization_id: row.organizationId,
      key_hash: row.keyHash,
      request_hash: row.requestHash,
      state: 'running',
      lease_until: leaseUntil,
      sealed_answer: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  return inserted === undefined ? claimExisting(ctx, row, now, leaseUntil) : { kind: 'claimed' }
}

async function claimExisting(ctx: Context, row: Row, now: Date, leaseUntil: Date): Promise<Claim> {
  const known = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'sealed_answer'])
    .where('organization_id', '=', row.organizationId)
    .where('key_hash', '=', row.keyHash)
    .executeTakeFirst()
  if (known !== undefined && known.request_hash !== row.requestHash)
    throw serviceError('IDEMPOTENCY_KEY_REUSED')
  if (known?.sealed_answer) return { kind: 'done', sealed: known.sealed_answer }
  const taken = await ctx.db
    .updateTable('idempotency_keys')
    .set({ state: 'running', lease_until: leaseUntil })
    .where('organization_id', '=', row.organizationId)
    .where('key_hash', '=', row.keyHash)
    .where((where) =>
      where.or([
        where('state', '=', 'open'),
        where.and([where('state', '=', 'running'), where('lease_until', '<=', now)]),
      ]),
    )
    .returning('key_hash')
    .executeTakeFirst()
  return taken === undefined ? { kind: 'running' } : { kind: 'claimed' }
}

async function runClaimed(ctx: Context, row: Row, key: string, run: () => Promise<Reply>): Promise<Reply> {
  const renewal = setInterval(() => void renewLease(ctx, row), RENEWAL_MS)
  let reply: Reply
  try {
    reply = await run()
  } catch (error) {
    clearInterval(renewal)
    await settle(ctx, row, { state: 'open', sealed_answer: null })
    throw error
  }
  clearInterval(renewal)
  await settle(ctx, row, { state: 'done', sealed_answer: sealReply(ctx.settings.codeKey, key, reply) })
  return reply
}

async function settle(
  ctx: Context,
  row: Row,
  values: { state: 'done' | 'open'; sealed_answer: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set(values)
    .where('organization_id', '=', row.organizationId)
    .where('key_hash', '=', row.keyHash)
    .execute()
}

async function renewLease(ctx: Context, row: Row): Promise<void> {
  try {
    await ctx.db
      .updateTable('idempotency_keys')
      .set({ lease_until: new Date(ctx.clock.now().getTime() + LEASE_MS) })
      .where('organization_id', '=', row.organizationId)
      .where('key_hash', '=', row.keyHash)
      .where('state', '=', 'running')
      .execute()
  } catch (error) {
    ctx.log.warn({ err: error }, 'the lease of a running request was not renewed')
  }
}

function hashes(request: IdempotentRequest): { keyHash: string; requestHash: string } {
  const keyHash = sha256(JSON.stringify([request.keyId, request.key]))
  return { keyHash, requestHash: sha256(canonicalJson(request.request)) }
}

function oldest(ctx: Pick<Context, 'clock'>): Date {
  return new Date(ctx.clock.now().getTime() - IDEMPOTENCY_LIFETIME_SECONDS * 1_000)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** JSON with sorted names: a client may write the same body in another order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
