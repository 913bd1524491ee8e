import type { ColumnType, Generated } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Decision, KeyChange } from '#protocol/approver-api.ts'
import type { Language } from '#protocol/display/language.ts'
import type { AuthorityChangeKind } from '#protocol/push-message.ts'
import type { StoredRequester } from '#service/ledger/tables.ts'
import type { SetLater } from '#service/relayer/tables.ts'

/** A notice that is sent after the commit, with retries. */
type Queued = {
  id: Generated<string>
  attempts: Generated<number>
  due_at: Generated<Date>
  sent_at: SetLater<Date>
  given_up_at: SetLater<Date>
  created_at: Generated<Date>
}

/** All times come from the database: one clock for every process. */
export type ApprovalTables = {
  /**
   * An end-user: a verified email of one of the organization's users (ADR 0011). A null `external_user_id` is
   * a person whom a policy names to approve transactions of the organization's own wallets (ADR 0014).
   */
  approvers: {
    id: string
    organization_id: string
    external_user_id: string | null
    /** The result of `normaliseEmail`. */
    email: string
    /** WebAuthn user id, base64url. Reveals nothing about the person. */
    user_handle: string
    /** Time at which the first passkey was enrolled. Their wallets' transactions are held from this time. */
    enrolled_at: SetLater<Date>
    /**
     * Address of the person's approval wallet, in lower case. Null while no passkey of theirs can have one
     * (`approval-wallets.ts`).
     */
    wallet_address: SetLater<Address>
    /**
     * Language of mails. At first the language in which the wallet was created, then the one in which the person last
     * used the app.
     */
    language: Generated<Language>
    created_at: Generated<Date>
  }
  /** Passkeys of the approval app. */
  approver_passkeys: {
    credential_id: string
    approver_id: string
    /** COSE, base64url. */
    public_key: string
    /** A bigint, which both engines return as a decimal string. */
    counter: ColumnType<string, number, number>
    transports: string[]
    backed_up: boolean
    created_at: Generated<Date>
    last_used_at: Generated<Date>
  }
  /**
   * Wallets of approval passkeys. One row per wallet that was ever a person's approval wallet. Other wallets
   * may still name it as their co-signer after its passkeys were removed.
   */
  approval_wallets: {
    address: Address
    approver_id: string
    /**
     * A passkey of the person that is a key of the wallet. It is the first passkey until that is removed, and then
     * another key. If no other passkey is a key, the removed one stays here.
     */
    credential_id: string
    /** Coordinates of the first key, 64 hex digits each. */
    qx: string
    qy: string
    rp_id_hash: Hex
    /** The last deployment that was sent. */
    relayed_id: SetLater<string>
    /** Time at which the wallet's code was found in a final block. */
    deployed_at: SetLater<Date>
    attempts: Generated<number>
    /** Time of the next deployment check. */
    due_at: Generated<Date>
    created_at: Generated<Date>
  }
  /** Open invitations to enrol. Using one deletes all invitations of the approver. */
  approver_invitations: {
    /** SHA-256 of the token in the mailed link. */
    token_hash: string
    approver_id: string
    expires_at: Date
  }
  approver_sessions: {
    id_hash: string
    approver_id: string
    expires_at: Date
  }
  /** An issued challenge. Deleted on first use, whether or not it succeeds. */
  approver_ceremonies: {
    id_hash: string
    kind: 'enrol' | 'sign-in' | 'decide' | 'object' | 'change-key'
    /** Null for a sign-in, where the passkey identifies the person. */
    approver_id: string | null
    /**
     * Base64url. For a decision, only the nonce from which `approvalChallenge` derives the challenge. This includes
     * decisions whose signature is also the co-signature.
     */
    challenge: string
    invitation_hash: string | null
    transaction_id: string | null
    message_id: string | null
    decision: Decision | null
    /** The approval wallet that signs the challenge: a co-signature, an objection or a change of its keys. */
    co_signer: Address | null
    /** The wallet whose co-signer objects to its removal. */
    wallet_address: Address | null
    /** Expiration of the call of the approval wallet, in Unix seconds. */
    call_expiration: string | null
    /** The passkey that the ceremony adds to or removes from the approval wallet. */
    passkey_id: string | null
    key_change: KeyChange | null
    /** Both coordinates of a removed key that belongs to no passkey of the person. */
    other_key: string | null
    expires_at: Date
  }
  /** Held executions: one row per held transaction, kept after the decision. */
  held_transactions: {
    transaction_id: string
    /** The end-user, or the first of the people in `held_approvers`. */
    approver_id: string
    /** The two digits that the widget shows. */
    number: number
    /** Three numbers including the right one, in the order in which they are always shown. */
    candidates: number[]
    held_at: Generated<Date>
    /** Time until which the transaction can be decided. */
    deadline: Date
    /**
     * Number of different people whose approvals are required before sending. More than 1 only for approvals of the
     * organization.
     */
    approvals_required: Generated<number>
    /** Hash of the policies that required the approvals when it was held. Null if an end-user decides. */
    policy_version: ColumnType<string | null, string | null | undefined, never>
    notified_at: SetLater<Date>
    seen_at: SetLater<Date>
    decided_at: SetLater<Date>
    /** The credential that signed the decision. */
    decided_with: SetLater<string>
    /** The decision. Null before it. */
    approved: SetLater<boolean>
    reported: Generated<boolean>
    /** Time at which the organization cancelled it, before any decision. */
    withdrawn_at: SetLater<Date>
    /** Time of the next sending attempt after the approval. A process that sends it moves this time ahead first. */
    send_after: Generated<Date>
    /** The wallet's co-signer when the transaction was held. Null if it had none. */
    co_signer: ColumnType<Address | null, Address | null | undefined, never>
    /** The approval wallet's signature over the digest, stored with the approval. */
    co_signature: SetLater<Hex>
  }
  /** A signed message that needs or needed approval. The widget returns its signature once it is approved. */
  held_messages: {
    id: string
    organization_id: string
    wallet_address: string
    approver_id: string
    /** The message as submitted, as JSON. Display and decision use this one copy. */
    message: string
    /** Origin of the requesting page. */
    origin: string
    /** The digest that the wallet's passkey signed. */
    digest: Hex
    number: number
    candidates: number[]
    held_at: Generated<Date>
    deadline: Date
    /** As in `held_transactions`. */
    approvals_required: Generated<number>
    policy_version: ColumnType<string | null, string | null | undefined, never>
    /** Null in rows of earlier versions. */
    requested_by: ColumnType<StoredRequester | null, string | undefined, never>
    decided_at: SetLater<Date>
    decided_with: SetLater<string>
    approved: SetLater<boolean>
    reported: Generated<boolean>
    /** The approval wallet's signature over the digest, stored with the approval. */
    co_signature: SetLater<Hex>
  }
  /**
   * The people whom the organization's policies ask for the approval of a held transaction or message, with their
   * decisions. No rows if an end-user decides.
   */
  held_approvers: {
    id: Generated<string>
    transaction_id: string | null
    message_id: string | null
    approver_id: string
    /** Position in the policy's list. */
    place: number
    /** Name and member id from the policy at the time of the hold. */
    name: string | null
    administrator_id: string | null
    approved: SetLater<boolean>
    decided_at: SetLater<Date>
    /** The credential that signed the decision. Null for a wrong number, because nothing is signed then. */
    decided_with: SetLater<string>
    /** The approver's own words with the decision. */
    comment: SetLater<string>
    /**
     * Time at which the organization removed the person while the request was open, or while its approvals could still
     * count for a later one. They decide nothing since then.
     */
    removed_at: SetLater<Date>
    /** The expired transaction or message that the person approved, if the approval was carried over from it. */
    carried_from: SetLater<string>
  }
  /** Changes of a wallet that its end-user was notified of. One row per change and person. */
  authority_changes: {
    id: Generated<string>
    approver_id: string
    wallet_address: Address
    kind: AuthorityChangeKind
    /** Time at which a removal takes effect unless the co-signer objects. Null for an added key. */
    effective_at: Date | null
    transaction_hash: Hex
    /** Topics and data of the log. */
    log: string
    found_at: Generated<Date>
  }
  /** People whose approval an execution bypassed. */
  bypassed_approvals: {
    executed_digest: Hex
    approver_id: string
    /** Time at which the person's notices were queued. Null until the execution is final. */
    noticed_at: SetLater<Date>
  }
  /** Time until which a person gets no notices about a wallet, after they reported one of its transactions. */
  approver_mutes: {
    approver_id: string
    wallet_address: string
    until: Date
  }
  /** Mails to be sent after the commit. The text is created when it is sent, so that no token is stored. */
  approver_mails: Queued & {
    approver_id: string
    kind:
      | 'invitation'
      | 'held'
      | 'reminder'
      | 'passkey-added'
      | 'passkey-removed'
      | 'executed-unapproved'
      | AuthorityChangeKind
    transaction_id: string | null
    message_id: string | null
    authority_change_id: ColumnType<string | null, string | null | undefined, never>
    /** Digest of an execution without this person's approval. */
    executed_digest: ColumnType<Hex | null, Hex | null | undefined, never>
  }
  /** The deployment's VAPID keys, in a single row with the id 1 (RFC 8292). */
  push_keys: {
    id: number
    /** 65 bytes, base64url. Browsers subscribe with it. */
    public_key: string
    /** Sealed (`server-kit/secrets/secret-box.ts`). */
    private_key_box: string
    created_at: Generated<Date>
  }
  /** Browsers of the approval app that are subscribed to Web Push. */
  approver_push_subscriptions: {
    id: string
    approver_id: string
    /** Hash of the session that subscribed. Signing out ends both; the session's expiry does not end the subscription. */
    session_hash: string
    /** Gives access to the device, so it is never logged. */
    endpoint: string
    p256dh: string
    auth: string
    /** Consecutive messages that could not be delivered. */
    failures: Generated<number>
    created_at: Generated<Date>
  }
  /** Push messages to be sent after the commit. */
  approver_pushes: Queued & {
    subscription_id: string
    transaction_id: string | null
    message_id: string | null
    authority_change_id: ColumnType<string | null, string | null | undefined, never>
    /** Digest of an execution without this person's approval. */
    executed_digest: ColumnType<Hex | null, Hex | null | undefined, never>
  }
}
