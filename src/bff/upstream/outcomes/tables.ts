import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { addressSchema, hashSchema } from '#protocol/fields.ts'
import type { OutcomeSource } from '#protocol/hosted-upstream.ts'
import { signedCallFields } from '#protocol/transactions.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'

/** The BFF's record of outcomes at a hosted service. Times are the BFF's. */
export type OutcomeTables = {
  /** One row for each organization with a hosted service: its webhook, and each source's last contact. */
  bff_hosted_upstream: {
    organization_id: string
    /** The last part of the webhook's address: unguessable, but not a secret that authorizes anything. */
    hook_id: string
    /** AES-256-GCM, bound to this row and column. */
    secret_sealed: string | null
    secret_set_at: Date | null
    webhook_heard_at: Date | null
    /** When a webhook last reported more than a decision. */
    chain_heard_at: Date | null
    polling_heard_at: Date | null
    polling_lacks_at: Date | null
  }
  /**
   * The held transactions executed through this BFF, and their last reported state. Without a call: reported by a
   * webhook, and not executed here, or not yet.
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

export function signedCallOf({ call }: HeldRow): SignedCall {
  return signedCallSchema.parse(JSON.parse(call))
}
