import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { IdempotencyRow } from '#server-kit/idempotency/run-once.ts'
import type { AccountAlertKind, AlertActor, AlertKind } from '#protocol/alerts.ts'
import type { AccountEventKind, AccountMailFacts } from '#bff/alerts/tables.ts'
import type { Language } from '#protocol/display/language.ts'
import type { SessionEnd, WidgetOperation } from '#protocol/console-api.ts'
import type { OutcomeTables } from '#bff/upstream/outcomes/tables.ts'
import type { Role } from '#protocol/roles.ts'
import type { AuditResult } from '#protocol/audit.ts'

/** The BFF's own tables. Secrets are stored only as SHA-256 (what we check) or sealed (what we must send on). */
export type BffTables = AuditTables &
  OutcomeTables & {
    bff_organization: {
      id: string
      name: string
      /** AES-256-GCM, bound to this row and column. */
      api_key_sealed: string
      /** Owners in the public registry of ERC-7730 descriptors. */
      trusted_descriptors: Generated<string[]>
      created_at: Date
      updated_at: Date
    }
    /** A person; memberships are in `bff_member`. */
    bff_admin: {
      id: string
      name: string
      /** WebAuthn user.id, base64url of 32 random bytes. */
      user_handle: string
      created_at: Date
    }
    bff_admin_passkey: {
      credential_id: string
      admin_id: string
      /** COSE key, base64url. */
      public_key: string
      /** bigint: drivers return it as text or number. */
      counter: ColumnType<string | number | bigint, number, number>
      transports: string[]
      /** Whether a copy exists elsewhere, by the authenticator's last answer. */
      backed_up: boolean
      name: Generated<string>
      created_at: Date
      last_used_at: Date | null
    }
    /** A recovery code or link. `started_by_id`: the owner whose link it is; null for a code and the server's operator. */
    bff_recovery: {
      token_hash: string
      admin_id: string
      kind: 'code' | 'link'
      started_by_id: string | null
      created_at: Date
      expires_at: Date | null
      used_at: Date | null
    }
    /** A person's account at the identity provider; at most one for each issuer. */
    bff_identity: { issuer: string; subject: string; admin_id: string; label: string; created_at: Date }
    bff_setup_link: { token_hash: string; created_at: Date; expires_at: Date; used_at: Date | null }
    /** A passkey prompt, or a sign-in at the identity provider, that is not answered yet. */
    bff_ceremony: {
      id_hash: string
      kind: 'setup' | 'sign-in' | 'join' | 'recover' | 'add-passkey' | 'identity'
      challenge: string
      /** Hash of the token of the setup link, the invitation, or the recovery. */
      setup_token_hash: string | null
      /** The person who adds another passkey or links an account. */
      admin_id: string | null
      admin_name: string | null
      user_handle: string | null
      expires_at: Date
    }
    bff_session: {
      id_hash: string
      /** The id by which the console names it; not a secret, since it opens nothing. */
      id: Generated<string>
      admin_id: string
      /** Switching organizations makes another session. */
      organization_id: string
      user_agent: string | null
      ip_address: string | null
      /** When the person signed in. */
      created_at: Date
      idle_expires_at: Date
      absolute_expires_at: Date
    }
    /** The answer to a POST with an `Idempotency-Key`, for its repetitions. */
    bff_repeated_answer: IdempotencyRow & { session_hash: string }
    bff_integration: {
      id: string
      organization_id: string
      label: string
      secret_hash: string
      start: string
      /** The previous secret, which opens sessions until `previous_until`. */
      previous_secret_hash: string | null
      previous_start: string | null
      previous_until: Date | null
      operations: WidgetOperation[]
      created_at: Date
      revoked_at: Date | null
    }
    bff_integration_origin: { integration_id: string; origin: string }
    /** A widget token and its binding. It ends with the integration or the console session that opened it. */
    bff_widget_session: {
      token_hash: string
      organization_id: string
      integration_id: string | null
      admin_session_hash: string | null
      origin: string
      external_user_id: string | null
      external_user_label: string | null
      email: string | null
      wallet_address: string | null
      operations: WidgetOperation[]
      expires_at: Date
    }
    /** The passkeys a wallet was created with or has obeyed since, so that the widget can request exactly that one. */
    bff_wallet_passkey: {
      organization_id: string
      /** Lower case. */
      wallet_address: string
      credential_id: string
      qx: string
      qy: string
      rp_id: string
      created_at: Date
      /** WebAuthn's `user.id`, base64url, if the widget sent it. */
      user_handle: string | null
      /** Since when the wallet is known to obey it; null while its creation is unconfirmed. */
      obeyed_at: Date | null
      /** The end-user for whom it was named before the creation; empty: the console's. Valid for their wallet only. */
      named_by: string | null
      /** Name that the person gave the passkey's device. Null if they gave none. */
      name: string | null
    }
    bff_member: {
      organization_id: string
      admin_id: string
      role: Role
      created_at: Date
      /** Last sign-in to or switch to the organization: the next sign-in leads to the newest. */
      entered_at: Date | null
      /** Where the person gets mails about alerts, in which language, and of which kinds not; null: none. */
      alert_email: string | null
      alert_language: Generated<Language>
      alerts_muted: Generated<AlertKind[]>
    }
    /** Mails about raised alerts that were sent. */
    bff_alert_mail: { alert_id: string; organization_id: string; admin_id: string }
    /** An event of a member's account, as an alert in each of their organizations. */
    bff_account_event: {
      id: string
      organization_id: string
      kind: AccountAlertKind
      admin_id: string
      admin_name: string
      actor: JSONColumnType<AlertActor>
      ip_address: string | null
      occurred_at: Date
    }
    /** Mails to members about their own accounts, until they are sent. */
    bff_account_mail: {
      id: string
      email: string
      language: Language
      kind: AccountEventKind
      facts: JSONColumnType<AccountMailFacts>
      created_at: Date
      /** A process that sends it moves this ahead. */
      due_at: Date
    }
    /** The reason why a session ended, for browsers that still have its cookie. */
    bff_ended_session: {
      id_hash: string
      reason: Exclude<SessionEnd['reason'], 'unknown'>
      /** The name of another person who ended it. */
      ended_by: string | null
      forget_at: Date
    }
    bff_invitation: {
      id: string
      organization_id: string
      token_hash: string
      role: Role
      email: string | null
      /** The name at that time. */
      invited_by: string
      /** Must still be allowed to give this role when the invitation is used. */
      invited_by_id: string
      created_at: Date
      expires_at: Date
      used_at: Date | null
      revoked_at: Date | null
    }
    /** One passkey prompt for one change: pending while `granted_at` is null, then good for one request. */
    bff_step_up: {
      token_hash: string
      session_hash: string
      method: string
      path: string
      /** SHA-256 of the body as sent, in hex; of the empty string without a body. */
      body_sha256: string
      challenge: string
      granted_at: Date | null
      expires_at: Date
    }
    bff_saved_address: {
      organization_id: string
      /** Lower case. */
      address: string
      label: string
      note: string
      /** The name that payers see. An administrator sets it; later changes of the label do not change it. */
      payee_name: Generated<string | null>
      /** The name of its last editor at that time. */
      saved_by: string
      updated_at: Date
    }
  }

/** bigint: drivers return it as text or number. */
type Sequence = ColumnType<string | number | bigint, bigint, bigint>

/** The audit log (ADR 0020). Entries are only ever added: the database refuses to change or remove one. */
export type AuditTables = {
  bff_audit_entry: {
    organization_id: string
    sequence: Sequence
    occurred_at: Date
    actor_id: string | null
    actor_name: string | null
    action: string
    target: string | null
    /** Canonical JSON, as it was hashed. */
    details: string
    result: AuditResult
    request_id: string
    ip_address: string | null
    previous_hash: string
    hash: string
  }
  /** The newest entry of each organization; locked while one is added. */
  bff_audit_head: {
    organization_id: string
    sequence: Sequence
    hash: string
    /** Number and hash, sealed with the deployment's secret: access to the database is not enough to write it. */
    sealed: string
  }
  /** Writes that have begun and have no entry yet. Writes of a process that died become `unknown`. */
  bff_audit_begun: {
    id: string
    organization_id: string
    /** JSON in the form of `AuditInput`. */
    input: string
    begun_at: Date
  }
}
