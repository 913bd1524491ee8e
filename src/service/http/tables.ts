/**
 * `running`: a process is at work until `lease_until`. `done`: the answer is stored. `open`: the last run
 * ended in an error, which changed nothing; the same request may run again.
 */
export type IdempotencyState = 'running' | 'done' | 'open'

export type HttpTables = {
  idempotency_keys: {
    organization_id: string
    /** SHA-256 of the Idempotency-Key, hex. The key itself opens the stored answer and is not stored. */
    key_hash: string
    /** SHA-256 of operation and body, hex. */
    request_hash: string
    state: IdempotencyState
    lease_until: Date
    /** AES-256-GCM, base64: answers can hold a new API key's secret. */
    sealed_answer: string | null
    created_at: Date
  }
}
