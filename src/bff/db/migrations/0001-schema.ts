/* oxlint-disable max-lines -- one schema, read from top to bottom */
import { sql, type Kysely } from 'kysely'

/** All tables of the BFF, by module. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  const modules = [ORGANIZATIONS, PEOPLE, SESSIONS, INTEGRATIONS, WIDGET, ADDRESS_BOOK, AUDIT, ALERTS, HOSTED]
  for (const statement of modules.flat()) await sql.raw(statement).execute(db)
}

const ORGANIZATIONS = [
  `create table bff_organization (
    id text primary key,
    name text not null,
    api_key_sealed text not null,
    trusted_descriptors text[] not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
]

/** People, their passkeys, their memberships with roles, and invitations (ADR 0020). */
const PEOPLE = [
  `create table bff_admin (
    id text primary key,
    name text not null,
    user_handle text not null unique,
    created_at timestamptz not null
  )`,
  `create table bff_admin_passkey (
    credential_id text primary key,
    admin_id text not null references bff_admin on delete cascade,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    backed_up boolean not null,
    name text not null default 'Passkey',
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index bff_admin_passkey_of_admin on bff_admin_passkey (admin_id)`,
  `create table bff_member (
    organization_id text not null references bff_organization on delete cascade,
    admin_id text not null references bff_admin on delete cascade,
    role text not null check (role in ('owner', 'admin', 'operator', 'read-only')),
    created_at timestamptz not null,
    entered_at timestamptz,
    alert_email text,
    alert_language text not null default 'en',
    alerts_muted text[] not null default '{}',
    constraint bff_member_key primary key (organization_id, admin_id)
  )`,
  `create index bff_member_of_admin on bff_member (admin_id)`,
  `create table bff_invitation (
    id text primary key,
    organization_id text not null references bff_organization on delete cascade,
    token_hash text not null unique,
    role text not null,
    email text,
    invited_by text not null,
    invited_by_id text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index bff_invitation_newest on bff_invitation (organization_id, created_at)`,
  // Recovery for a person without a passkey: their own codes, which do not expire, and links for one day (ADR
  // 0020).
  `create table bff_recovery (
    token_hash text primary key,
    admin_id text not null references bff_admin on delete cascade,
    kind text not null check (kind in ('code', 'link')),
    started_by_id text,
    created_at timestamptz not null,
    expires_at timestamptz,
    used_at timestamptz
  )`,
  `create index bff_recovery_of_admin on bff_recovery (admin_id)`,
  `create table bff_identity (
    issuer text not null,
    subject text not null,
    admin_id text not null references bff_admin on delete cascade,
    label text not null,
    created_at timestamptz not null,
    primary key (issuer, subject),
    unique (admin_id, issuer)
  )`,
  `create table bff_setup_link (
    token_hash text primary key,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
]

const SESSIONS = [
  `create table bff_ceremony (
    id_hash text primary key,
    kind text not null constraint bff_ceremony_kind check (kind in ('setup', 'sign-in', 'join', 'recover', 'add-passkey', 'identity')),
    challenge text not null,
    setup_token_hash text,
    admin_id text references bff_admin on delete cascade,
    admin_name text,
    user_handle text,
    expires_at timestamptz not null
  )`,
  `create index bff_ceremony_expiry on bff_ceremony (expires_at)`,
  `create table bff_session (
    id_hash text primary key,
    id text not null default gen_random_uuid()::text,
    admin_id text not null references bff_admin on delete cascade,
    organization_id text not null references bff_organization on delete cascade,
    user_agent text,
    ip_address text,
    created_at timestamptz not null,
    idle_expires_at timestamptz not null,
    absolute_expires_at timestamptz not null
  )`,
  `create index bff_session_expiry on bff_session (idle_expires_at)`,
  `create index bff_session_of_admin on bff_session (admin_id, organization_id)`,
  `create table bff_step_up (
    token_hash text primary key,
    session_hash text not null references bff_session on delete cascade,
    method text not null,
    path text not null,
    body_sha256 text not null,
    challenge text not null,
    granted_at timestamptz,
    expires_at timestamptz not null
  )`,
  `create index bff_step_up_expiry on bff_step_up (expires_at)`,
  `create index bff_step_up_session on bff_step_up (session_hash)`,
  // Sealed responses for repetitions of the same request, stored for some minutes (ADR 0013).
  `create table bff_repeated_answer (
    session_hash text not null references bff_session on delete cascade,
    key_hash text not null,
    request_hash text not null,
    state text not null check (state in ('running', 'done', 'open')),
    lease_until timestamptz not null,
    sealed_answer text,
    created_at timestamptz not null,
    constraint bff_repeated_answer_key primary key (session_hash, key_hash)
  )`,
  `create index bff_repeated_answer_age on bff_repeated_answer (created_at)`,
]

const INTEGRATIONS = [
  // The previous secret also opens sessions for a while (ADR 0022).
  `create table bff_integration (
    id text primary key,
    organization_id text not null references bff_organization,
    label text not null,
    secret_hash text not null unique,
    start text not null,
    previous_secret_hash text unique,
    previous_start text,
    previous_until timestamptz,
    operations text[] not null,
    created_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create table bff_integration_origin (
    integration_id text not null references bff_integration on delete cascade,
    origin text not null,
    constraint bff_integration_origin_key primary key (integration_id, origin)
  )`,
  `create index bff_integration_origin_by_origin on bff_integration_origin (origin)`,
]

const WIDGET = [
  `create table bff_widget_session (
    token_hash text primary key,
    organization_id text not null references bff_organization,
    integration_id text references bff_integration on delete cascade,
    admin_session_hash text references bff_session on delete cascade,
    origin text not null,
    external_user_id text,
    external_user_label text,
    email text,
    wallet_address text,
    operations text[] not null,
    expires_at timestamptz not null,
    constraint bff_widget_session_one_opener check ((integration_id is null) <> (admin_session_hash is null))
  )`,
  `create index bff_widget_session_expires_at on bff_widget_session (expires_at)`,
  `create index bff_widget_session_admin_session_hash on bff_widget_session (admin_session_hash)`,
  `create index bff_widget_session_integration_id on bff_widget_session (integration_id)`,
  // A passkey on a new device identifies its wallet by its user handle.
  `create table bff_wallet_passkey (
    organization_id text not null references bff_organization,
    wallet_address text not null,
    credential_id text not null,
    qx text not null,
    qy text not null,
    rp_id text not null,
    user_handle text,
    created_at timestamptz not null,
    obeyed_at timestamptz,
    named_by text,
    constraint bff_wallet_passkey_key primary key (organization_id, wallet_address, credential_id)
  )`,
  `create index bff_wallet_passkey_named on bff_wallet_passkey (created_at) where obeyed_at is null`,
]

const ADDRESS_BOOK = [
  `create table bff_saved_address (
    organization_id text not null references bff_organization,
    address text not null,
    label text not null,
    note text not null,
    payee_name text,
    saved_by text not null,
    updated_at timestamptz not null,
    constraint bff_saved_address_key primary key (organization_id, address)
  )`,
]

/** The audit log (ADR 0020). It references no other table, because entries outlive their targets. */
const AUDIT = [
  `create table bff_audit_entry (
    organization_id text not null,
    sequence bigint not null,
    occurred_at timestamptz not null,
    actor_id text,
    actor_name text,
    action text not null,
    target text,
    details text not null,
    result text not null,
    request_id text not null,
    ip_address text,
    previous_hash text not null,
    hash text not null,
    constraint bff_audit_entry_key primary key (organization_id, sequence)
  )`,
  `create index bff_audit_entry_actor_id on bff_audit_entry (organization_id, actor_id, sequence)`,
  `create index bff_audit_entry_action on bff_audit_entry (organization_id, action, sequence)`,
  `create index bff_audit_entry_result on bff_audit_entry (organization_id, result, sequence) where result <> 'done'`,
  `create index bff_audit_entry_occurred_at on bff_audit_entry (organization_id, occurred_at, sequence)`,
  // To change an entry, the trigger must be dropped first, and the hash chain still shows the change.
  `create function bff_audit_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log can only be added to' using errcode = '42501'; end $$`,
  `create trigger bff_audit_entry_kept before update or delete or truncate on bff_audit_entry
    for each statement execute function bff_audit_refuse()`,
  `create table bff_audit_head (
    organization_id text primary key,
    sequence bigint not null,
    hash text not null,
    sealed text not null
  )`,
  `create table bff_audit_begun (
    id text primary key,
    organization_id text not null,
    input text not null,
    begun_at timestamptz not null
  )`,
]

/** Mails about alerts that were sent (ADR 0028). */
const ALERTS = [
  `create table bff_alert_mail (
    alert_id text not null,
    organization_id text not null,
    admin_id text not null,
    constraint bff_alert_mail_key primary key (alert_id, organization_id, admin_id),
    constraint bff_alert_mail_member foreign key (organization_id, admin_id)
      references bff_member on delete cascade
  )`,
]

/** Outcomes of held transactions at a hosted service (ADR 0003). */
const HOSTED = [
  `create table bff_hosted_upstream (
    organization_id text primary key references bff_organization,
    hook_id text not null unique,
    secret_sealed text,
    secret_set_at timestamptz,
    webhook_heard_at timestamptz,
    chain_heard_at timestamptz,
    polling_heard_at timestamptz,
    polling_lacks_at timestamptz
  )`,
  `create table bff_hosted_transaction (
    organization_id text not null references bff_organization,
    transaction_uuid text not null,
    call text,
    held_at timestamptz,
    deadline timestamptz,
    status text not null,
    transaction_hash text,
    reason text,
    learnt_from text not null,
    learnt_at timestamptz not null,
    constraint bff_hosted_transaction_key primary key (organization_id, transaction_uuid)
  )`,
  `create index bff_hosted_transaction_newest on bff_hosted_transaction (organization_id, held_at, transaction_uuid)`,
]
