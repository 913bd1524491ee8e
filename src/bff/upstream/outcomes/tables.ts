import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { addressSchema, hashSchema } from '#protocol/fields.ts'
import type { OutcomeSource } from '#protocol/hosted-upstream.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { signedCallFields } from '#protocol/transactions.ts'

/** Records of outcomes at a hosted service. All times are from the BFF's clock. */
export type OutcomeTables = {
  /** One row per organization with a hosted service: its webhook and the last contact with each source. */
  bff_hosted_upstream: {
    organization_id: string
    /** Last part of the webhook's path. Unguessable, but it authorizes nothing. */
    hook_id: string
    /** AES-256-GCM, bound to this row and column. */
    secret_sealed: string | null
    secret_set_at: Date | null
    webhook_heard_at: Date | null
    /** Time of the last webhook that reported more than a decision. */
    chain_heard_at: Date | null
    polling_heard_at: Date | null
    polling_lacks_at: Date | null
  }
  /**
   * Held transactions executed through this BFF, and their last reported state. Rows without a call were reported
   * by a webhook, and were executed elsewhere or are not yet recorded here.
   */
  bff_hosted_transaction: {
    organization_id: string
    transaction_uuid: string
    /** JSON of a `SignedCall`. */
    call: string | null
    held_at: Date | null
    deadline: Date | null
    status: TransactionState
    transaction_hash: string | null
    reason: string | null
    learnt_from: OutcomeSource
    learnt_at: Date
  }
}

type TransactionRow = Selectable<OutcomeTables['bff_hosted_transaction']>
export type HeldRow = TransactionRow & { call: string; held_at: Date; deadline: Date }

export function isHeldHere(row: TransactionRow | undefined): row is HeldRow {
  return row !== undefined && row.call !== null && row.held_at !== null && row.deadline !== null
}

const signedCallSchema = z.object({ walletAddress: addressSchema, digest: hashSchema, ...signedCallFields })
export type SignedCall = z.infer<typeof signedCallSchema>

export function parseSignedCall({ call }: HeldRow): SignedCall {
  return signedCallSchema.parse(JSON.parse(call))
}
