import { sql } from 'kysely'
import type { HasDatabase } from '#service/context-parts.ts'

/** Maximum pause between two attempts to send a notice, in seconds. */
export const PAUSE_SECONDS_MAX = 1_800

/**
 * Days for which the notice of an added key is retried. The key can sign at once, so no effective date ends the
 * retries.
 */
const KEY_DAYS = 3

/** A notice with the number of its attempts, including the present one. */
type Attempted = { attempts: number; authority_change_id: string | null }

/**
 * Whether to send a rejected notice again. The notice of a co-signer's removal is retried until the removal takes
 * effect, because the person can object until then (profile 14). The notice of an added key is retried for some days.
 * Every other notice is given up after `attemptsMax` attempts.
 */
export async function isWorthRetrying(
  ctx: HasDatabase,
  { attempts, authority_change_id: changeId }: Attempted,
  attemptsMax: number,
): Promise<boolean> {
  if (attempts < attemptsMax) return true
  return changeId !== null && (await isPending(ctx, changeId))
}

async function isPending({ db }: HasDatabase, changeId: string): Promise<boolean> {
  const { rows } = await sql<{ is_pending: boolean }>`
    select coalesce(effective_at, found_at + ${KEY_DAYS}::integer * interval '1 day') > service_now() as is_pending
    from authority_changes where id = ${changeId}::uuid`.execute(db)
  return rows[0]?.is_pending ?? false
}
