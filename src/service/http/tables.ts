import type { IdempotencyRow } from '#server-kit/idempotency/run-once.ts'

export type HttpTables = {
  idempotency_keys: IdempotencyRow & { organization_id: string }
}
