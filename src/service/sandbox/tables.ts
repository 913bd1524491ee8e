import type { ColumnType } from 'kysely'
import type { ScriptBehaviour } from '#protocol/sandbox.ts'

export type SandboxTables = {
  /** Mail the sandbox captured instead of sending it. */
  sandbox_mails: {
    id: string
    /** Lower case. */
    to_address: string
    subject: string
    text: string
    /** The six digits in the mail, when it carries a verification code. */
    code: string | null
    received_at: Date
  }
  /** How far the sandbox's time is before the machine's: one row, none while it is not. */
  sandbox_clock: { id: number; ahead_seconds: ColumnType<string | number, number, number> }
  /** Behavior of an organization's scripted end-users; no row means that they approve at once. */
  sandbox_scripts: {
    organization_id: string
    behaviour: ScriptBehaviour
    delay_seconds: number
    receiver_down: boolean
  }
  /** End-users whom the sandbox made. */
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
  /** What comes of a held transaction of one of them: decided when it is first seen. */
  sandbox_plans: {
    transaction_id: string
    customer_id: string
    behaviour: ScriptBehaviour
    due_at: Date
    done_at: ColumnType<Date | null, undefined, Date>
  }
}
