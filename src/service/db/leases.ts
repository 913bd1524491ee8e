import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/** `ttlMs`: how long a lease lasts if its process ends without returning it, in milliseconds. */
export type Lease = { name: string; owner: string; ttlMs: number }

/**
 * Takes or renews a lease. Returns whether the owner has it now, because it was free, had expired, or already
 * belonged to the owner. A lease keeps two processes from doing the same work. It does not protect against a paused
 * process. Work that must not happen twice therefore also needs a condition in its own row.
 */
export async function takeLease(db: Database, { name, owner, ttlMs }: Lease): Promise<boolean> {
  const taken = await sql`
    insert into leases (name, owner, expires_at)
    values (${name}, ${owner}::uuid, clock_timestamp() + ${ttlMs}::integer * interval '1 millisecond')
    on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at
    where leases.owner = excluded.owner or leases.expires_at <= clock_timestamp()
    returning name`.execute(db)
  return taken.rows.length === 1
}

/** Prolongs a lease that the owner has. A lease that was returned meanwhile stays free. */
export async function prolongLease(db: Database, { name, owner, ttlMs }: Lease): Promise<void> {
  await sql`
    update leases set expires_at = clock_timestamp() + ${ttlMs}::integer * interval '1 millisecond'
    where name = ${name} and owner = ${owner}::uuid`.execute(db)
}

type LeaseContext = { db: Database; log: Logger }

/** Returns a lease if it still belongs to the owner. A lease that cannot be returned expires on its own. */
export async function returnLease({ db, log }: LeaseContext, { name, owner }: Lease): Promise<void> {
  try {
    await db.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute()
  } catch (error) {
    log.warn({ err: error }, 'a lease could not be given back; it will expire')
  }
}

export async function isLeased(db: Database, name: string): Promise<boolean> {
  const found = await sql`
    select name from leases where name = ${name} and expires_at > clock_timestamp()`.execute(db)
  return found.rows.length > 0
}

const TTL_MS = 5_000
const RENEWALS_PER_TTL = 3

/**
 * Does work while holding a lease, which is renewed until the work ends. Returns undefined immediately, without doing
 * the work, if another owner holds the lease. `afterwards` runs after successful work and does not delay the result.
 * The lease then ends after `afterwards`.
 */
export async function underLease<Result>(
  ctx: LeaseContext,
  name: string,
  work: () => Promise<Result>,
  afterwards?: (result: Result) => Promise<void>,
): Promise<{ result: Result } | undefined> {
  const lease = { name, owner: randomUUID(), ttlMs: TTL_MS }
  if (!(await takeLease(ctx.db, lease))) return undefined
  const renewing = renew(ctx, lease)
  const end = () => {
    clearInterval(renewing)
    return returnLease(ctx, lease)
  }
  try {
    const result = await work()
    const followed = afterwards?.(result).catch((error: unknown) =>
      ctx.log.warn({ err: error, lease: name }, 'the work after a job failed'),
    )
    if (followed === undefined) await end()
    else void followed.then(end)
    return { result }
  } catch (error) {
    await end()
    throw error
  }
}

/** Renews a lease repeatedly until the returned timer is cleared. */
export function renew(ctx: LeaseContext, lease: Lease): NodeJS.Timeout {
  const timer = setInterval(() => {
    prolongLease(ctx.db, lease).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a lease could not be renewed; trying again')
    })
  }, lease.ttlMs / RENEWALS_PER_TTL)
  timer.unref()
  return timer
}
