import type { ColumnType } from 'kysely'
import type { ScriptBehaviour } from '#protocol/sandbox.ts'

export type SandboxTables = {
  /** Mails that the sandbox captured instead of sending. */
  sandbox_mails: {
    id: string
    /** Lower case. */
    to_address: string
    subject: string
    text: string
    /** The six digits in the mail, if it contains a verification code. */
    code: string | null
    received_at: Date
  }
  /** Offset of the sandbox's time from the machine's. One row, or none if there is no offset. */
  sandbox_clock: { id: number; ahead_seconds: ColumnType<string | number, number, number> }
  /** Behavior of an organization's scripted end-users. Without a row they approve immediately. */
  sandbox_scripts: {
    organization_id: string
    behaviour: ScriptBehaviour
    delay_seconds: number
    receiver_down: boolean
  }
  /** End-users that the sandbox created. */
  sandbox_customers: {
    id: string
    organization_id: string
    approver_id: string
    /** Lower case. */
    wallet_address: string
    email: string
    /** Both passkeys' private keys, sealed (`customer-keys.ts`). */
    keys_box: string
    created_at: Date
  }
  /** The planned decision of a sandbox end-user about a held transaction. The plan is stored with the payment. */
  sandbox_plans: {
    transaction_id: string
    customer_id: string
    behaviour: ScriptBehaviour
    due_at: Date
    done_at: ColumnType<Date | null, undefined, Date>
  }
}
