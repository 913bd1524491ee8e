import { IDEMPOTENCY_LIFETIME_SECONDS } from '#protocol/baas/limits.ts'
import type { IdempotencyStore } from '#server-kit/idempotency/run-once.ts'
import type { Context } from '#service/context.ts'

/** An Idempotency-Key is its organization's and the API key's that sent it, for 24 hours. */
export function idempotencyStore({ db, clock }: Pick<Context, 'db' | 'clock'>): IdempotencyStore {
  return {
    db,
    clock,
    table: 'idempotency_keys',
    ownerColumn: 'organization_id',
    lifetimeSeconds: IDEMPOTENCY_LIFETIME_SECONDS,
  }
}
