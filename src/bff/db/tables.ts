import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AccountEventKind, AccountMailFacts } from '#bff/alerts/tables.ts'
import type { ScimTables } from '#bff/scim/tables.ts'
import type { OutcomeTables } from '#bff/upstream/outcomes/tables.ts'
import type { AccountAlertKind, AlertActor, AlertKind } from '#protocol/alerts.ts'
import type { AuditResult } from '#protocol/audit.ts'
import type { SessionEnd } from '#protocol/console/console-session.ts'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import type { Language } from '#protocol/display/language.ts'
import type { Role } from '#protocol/roles.ts'
import type { IdempotencyRow } from '#server-kit/idempotency/run-once.ts'

/**
 * Tables of the BFF. Secrets are stored only as SHA-256 (if we only verify them) or sealed (if we must send them).
 */
export type BffTables = AuditTables &
  OutcomeTables &
  ScimTables & {
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
    /** A person. Memberships are in `bff_member`. */
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
      /** bigint, which drivers return as text or number. */
      counter: ColumnType<string | number | bigint, number, number>
      transports: string[]
      /** Whether the passkey has a copy elsewhere, according to the authenticator's last response. */
      backed_up: boolean
      name: Generated<string>
      created_at: Date
      last_used_at: Date | null
    }
    /**
     * A recovery code or link. `started_by_id` is the owner who created the link. Null for a code, and for a link by
     * the server's operator.
     */
    bff_recovery: {
      token_hash: string
      admin_id: string
      kind: 'code' | 'link'
      started_by_id: string | null
      created_at: Date
      expires_at: Date | null
      used_at: Date | null
    }
    /** A person's account at the identity provider, at most one per issuer. */
    bff_identity: { issuer: string; subject: string; admin_id: string; label: string; created_at: Date }
    bff_setup_link: { token_hash: string; created_at: Date; expires_at: Date; used_at: Date | null }
    /** A passkey prompt, or a sign-in at the identity provider, that has no response yet. */
    bff_ceremony: {
      id_hash: string
      kind: 'setup' | 'sign-in' | 'join' | 'recover' | 'add-passkey' | 'identity'
      challenge: string
      /** Hash of the token of the setup link, invitation or recovery. */
      setup_token_hash: string | null
      /** The person who adds another passkey or links an account. */
      admin_id: string | null
      admin_name: string | null
      user_handle: string | null
      expires_at: Date
    }
    bff_session: {
      id_hash: string
      /** Id in the console. Not a secret, because it grants no access. */
      id: Generated<string>
      admin_id: string
      /** Organization of the session. Switching organizations creates another session. */
      organization_id: string
      user_agent: string | null
      ip_address: string | null
      /** Time of the sign-in. */
      created_at: Date
      idle_expires_at: Date
      absolute_expires_at: Date
    }
    /** Stored responses to POSTs with an `Idempotency-Key`, for retries. */
    bff_repeated_answer: IdempotencyRow & { session_hash: string }
    bff_integration: {
      id: string
      organization_id: string
      label: string
      secret_hash: string
      start: string
      /** Hash of the previous secret, which opens sessions until `previous_until`. */
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
    /**
     * The passkeys with which a wallet was created, and those that its contract has accepted since. The widget requests
     * exactly these.
     */
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
      /** Time since when the wallet is known to obey the passkey. Null while its creation is unconfirmed. */
      obeyed_at: Date | null
      /**
       * The end-user who named the passkey before the wallet's creation, or empty for the console. The passkey is
       * valid only for that end-user's wallet.
       */
      named_by: string | null
      /** Name that the person gave the passkey's device. Null if they gave none. */
      name: string | null
    }
    bff_member: {
      organization_id: string
      admin_id: string
      role: Role
      created_at: Date
      /** Last sign-in or switch to the organization. The next sign-in opens the organization with the latest time. */
      entered_at: Date | null
      /**
       * Email address for alert mails, with the language of these mails and the kinds of alerts that are off. Null
       * means no mails.
       */
      alert_email: string | null
      alert_language: Generated<Language>
      alerts_muted: Generated<AlertKind[]>
    }
    /** An address by which a member is recognized as an approver. Kept until the membership ends. */
    bff_member_address: {
      organization_id: string
      admin_id: string
      /** The result of `normalizeEmail`, except in rows of earlier alert mails. */
      email: string
      /** `policy`: a policy named the member by id, with this address. */
      source: 'invitation' | 'alerts' | 'policy'
    }
    /** Mails about raised alerts that were sent. */
    bff_alert_mail: { alert_id: string; organization_id: string; admin_id: string }
    /** The member who acknowledged a raised alert first. `admin_name` is their name at that time. */
    bff_alert_acknowledgement: {
      organization_id: string
      alert_id: string
      admin_name: string
      acknowledged_at: Date
    }
    /** An event of a member's account, shown as an alert in each of their organizations. */
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
    /** Unsent mails to members about their own accounts. */
    bff_account_mail: {
      id: string
      email: string
      language: Language
      kind: AccountEventKind
      facts: JSONColumnType<AccountMailFacts>
      created_at: Date
      /** Time of the next try. A process that sends the mail first moves this time ahead. */
      due_at: Date
    }
    /** Reason why a session ended, for browsers that still have its cookie. */
    bff_ended_session: {
      id_hash: string
      reason: Exclude<SessionEnd['reason'], 'unknown'>
      /** Name of the other person who ended the session. Null if there is none. */
      ended_by: string | null
      forget_at: Date
    }
    bff_invitation: {
      id: string
      organization_id: string
      token_hash: string
      role: Role
      email: string | null
      /** Name of the inviter at that time. */
      invited_by: string
      /** Id of the inviter, who must still be allowed to give this role when the invitation is used. */
      invited_by_id: string
      created_at: Date
      expires_at: Date
      used_at: Date | null
      revoked_at: Date | null
    }
    /** One passkey prompt for one change. Pending while `granted_at` is null, then valid for one request. */
    bff_step_up: {
      token_hash: string
      session_hash: string
      method: string
      path: string
      /** SHA-256 in hex of the body as sent, or of the empty string if there is none. */
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
      /** Name that payers see. Set by an administrator, and not changed when the label changes. */
      payee_name: Generated<string | null>
      /** Name of its last editor at that time. */
      saved_by: string
      updated_at: Date
    }
  }

/** bigint, which drivers return as text or number. */
type Sequence = ColumnType<string | number | bigint, bigint, bigint>

/** The audit log (ADR 0020). It is append-only: the database refuses to change or remove an entry. */
export type AuditTables = {
  bff_audit_entry: {
    organization_id: string
    sequence: Sequence
    occurred_at: Date
    actor_id: string | null
    actor_name: string | null
    action: string
    target: string | null
    /** Canonical JSON of the details, as it was hashed. */
    details: string
    result: AuditResult
    request_id: string
    ip_address: string | null
    previous_hash: string
    hash: string
  }
  /** The newest entry of each organization. Locked while an entry is added. */
  bff_audit_head: {
    organization_id: string
    sequence: Sequence
    hash: string
    /**
     * Number and hash, sealed with the deployment's secret, so that access to the database is not enough to write a
     * valid one.
     */
    sealed: string
  }
  /** Calls that have started and have no entry yet. Calls of a process that died become `unknown`. */
  bff_audit_begun: {
    id: string
    organization_id: string
    /** JSON in the form of `AuditInput`. */
    input: string
    begun_at: Date
  }
}
