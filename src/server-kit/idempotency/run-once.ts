import { createHash, hkdfSync } from 'node:crypto'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '#protocol/limits.ts'
import { deleteOld } from '#server-kit/db/delete-old.ts'
import type { Reply } from '#server-kit/http/error-reply.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { decrypt, encrypt } from '#server-kit/secrets/secret-box.ts'

/**
 * Duration of a lease, in milliseconds. A run renews it. After a crash, the request may run again when the
 * lease has expired.
 */
const LEASE_MS = 10_000
const RENEWAL_MS = 3_000
const WAIT_MS = 30_000
const POLL_MS = 100

/**
 * `running`: a process works on the request until `lease_until`. `done`: the response is stored. `open`: the last run
 * failed and changed nothing, so the same request may run again.
 */
export type IdempotencyRow = {
  /** SHA-256 of the Idempotency-Key, hex. The key itself is not stored, because it decrypts the stored response. */
  key_hash: string
  /** SHA-256 of the values that identify the request, hex. */
  request_hash: string
  state: 'running' | 'done' | 'open'
  lease_until: Date
  /** AES-256-GCM, base64. Encrypted because responses can hold a new API key's secret. */
  sealed_answer: string | null
  created_at: Date
}

export type IdempotencyStore = {
  db: QueryExecutorProvider
  /** Table with the columns of IdempotencyRow and an owner column. The pair of owner and key hash is unique. */
  table: string
  ownerColumn: string
  lifetimeSeconds: number
  clock: { now: () => Date }
}

type IdempotencyOptions = IdempotencyStore & {
  log: Logger
  /** The deployment's secret. Together with the caller's key it decrypts stored responses. */
  secret: Uint8Array
  /**
   * Whether a key may be reused with a different request after a failure, for example after a user has corrected a
   * form.
   */
  isFreeOnceRefused?: boolean
}

export type IdempotentRequest = {
  owner: string
  /**
   * The person or system that acts on the owner's behalf. A stored response may hold a secret that only this caller
   * may see.
   */
  asker: string
  /** Value of the Idempotency-Key header. */
  key: string
  /** Value that must be equal in a repeated request. */
  request: unknown
}

export type RunOnce = (request: IdempotentRequest, run: () => Promise<Reply>) => Promise<Reply>

/**
 * Runs an operation once per Idempotency-Key and caller. Equal concurrent requests wait for the first request and get
 * its response. Only successes are stored: a failed request changed nothing and may run again.
 *
 * @throws IDEMPOTENCY_KEY_REUSED if the key came with a different request, CONFLICT if the first request still runs
 */
export function createIdempotency(options: IdempotencyOptions): RunOnce {
  const running = new Map<string, Promise<unknown>>()

  return async (request, run) => {
    const { owner, asker, key, request: asked } = request
    const row = {
      owner,
      keyHash: sha256(JSON.stringify([asker, key])),
      requestHash: sha256(canonicalJson(asked)),
    }
    const name = `${row.owner} ${row.keyHash}`
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const claim = await claimKey(options, row)
      if (claim.kind === 'claimed') {
        const work = runClaimed(options, row, request.key, run)
        running.set(name, work)
        return work.finally(() => running.delete(name))
      }
      if (claim.kind === 'done') return openReply(options.secret, request.key, claim.sealed)
      if (performance.now() > deadline)
        throw apiError('CONFLICT', 'A request with this Idempotency-Key is still running')
      await (running.get(name)?.catch(() => undefined) ??
        new Promise((resolve) => setTimeout(resolve, POLL_MS)))
    }
  }
}

/** @throws VALIDATION_FAILED for an invalid header */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length >= 1 && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX && /^[\x21-\x7e]+$/.test(key)) return key
  throw fieldError('Idempotency-Key', `must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible ASCII characters`)
}

export async function forgetOldIdempotencyKeys(store: IdempotencyStore): Promise<void> {
  const { db, table } = store
  await deleteOld(db, { table, by: 'created_at', which: sql`created_at <= ${oldest(store)}` })
}

type Row = { owner: string; keyHash: string; requestHash: string }
type Claim = { kind: 'claimed' } | { kind: 'running' } | { kind: 'done'; sealed: string }

async function claimKey(store: IdempotencyStore, row: Row): Promise<Claim> {
  const table = sql.table(store.table)
  const now = store.clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  await sql`
    delete from ${table} where ${isRow(store, row)} and created_at <= ${oldest(store)}`.execute(store.db)
  const claimed = await sql`
    insert into ${table} as known (${sql.ref(store.ownerColumn)}, key_hash, request_hash, state, lease_until, created_at)
    values (${row.owner}, ${row.keyHash}, ${row.requestHash}, 'running', ${leaseUntil}::timestamptz, ${now}::timestamptz)
    on conflict (${sql.ref(store.ownerColumn)}, key_hash)
    do update set state = 'running', lease_until = excluded.lease_until
    where known.request_hash = excluded.request_hash
      and (known.state = 'open' or (known.state = 'running' and known.lease_until <= ${now}::timestamptz))
    returning key_hash`.execute(store.db)
  if (claimed.rows.length === 1) return { kind: 'claimed' }
  const found = await sql<Pick<IdempotencyRow, 'request_hash' | 'sealed_answer'>>`
    select request_hash, sealed_answer from ${table} where ${isRow(store, row)}`.execute(store.db)
  const known = found.rows[0]
  if (known !== undefined && known.request_hash !== row.requestHash) throw apiError('IDEMPOTENCY_KEY_REUSED')
  return known?.sealed_answer ? { kind: 'done', sealed: known.sealed_answer } : { kind: 'running' }
}

async function runClaimed(options: IdempotencyOptions, row: Row, key: string, run: () => Promise<Reply>) {
  const table = sql.table(options.table)
  const renewal = setInterval(() => void renewLease(options, row), RENEWAL_MS)
  let sealed: string | undefined
  try {
    const reply = await run()
    if (reply.status < 300) sealed = encrypt(sealingKey(options.secret, key), JSON.stringify(reply))
    return reply
  } finally {
    clearInterval(renewal)
    if (sealed !== undefined)
      await sql`
        update ${table} set state = 'done', sealed_answer = ${sealed} where ${isRow(options, row)}`.execute(
        options.db,
      )
    else if (options.isFreeOnceRefused === true)
      await sql`delete from ${table} where ${isRow(options, row)}`.execute(options.db)
    else await sql`update ${table} set state = 'open' where ${isRow(options, row)}`.execute(options.db)
  }
}

async function renewLease(options: IdempotencyOptions, row: Row): Promise<void> {
  const leaseUntil = new Date(options.clock.now().getTime() + LEASE_MS)
  try {
    await sql`
      update ${sql.table(options.table)} set lease_until = ${leaseUntil}::timestamptz
      where ${isRow(options, row)} and state = 'running'`.execute(options.db)
  } catch (error) {
    options.log.warn({ err: error }, 'the lease of a running request was not renewed')
  }
}

function isRow({ ownerColumn }: IdempotencyStore, { owner, keyHash }: Row) {
  return sql`${sql.ref(ownerColumn)} = ${owner} and key_hash = ${keyHash}`
}

function oldest({ clock, lifetimeSeconds }: IdempotencyStore) {
  return sql`${new Date(clock.now().getTime() - lifetimeSeconds * 1_000)}::timestamptz`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** JSON with sorted names, because clients may reorder the fields of the same body. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const replySchema = z.object({
  status: z.number(),
  content: z.unknown(),
  headers: z.record(z.string(), z.string()),
})

/** @throws CONFLICT if the deployment's secret has changed in the meantime */
function openReply(secret: Uint8Array, key: string, sealed: string): Reply {
  try {
    return z.parse(replySchema, JSON.parse(decrypt(sealingKey(secret, key), sealed)))
  } catch (cause) {
    const message = 'The answer stored for this Idempotency-Key can no longer be read'
    throw apiError('CONFLICT', message, { cause })
  }
}

/**
 * Stored responses can hold a new API key's secret. Their encryption key therefore needs both the deployment's secret
 * and the caller's Idempotency-Key. A copy of the database alone does not decrypt any response.
 */
function sealingKey(secret: Uint8Array, idempotencyKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, idempotencyKey, 'latchkey idempotent answer', 32))
}
