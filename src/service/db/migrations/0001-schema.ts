/* oxlint-disable max-lines -- one schema, read from top to bottom */
import { sql, type Kysely } from 'kysely'
import { SEARCH_INDEXES } from '#service/db/search-indexes.ts'

/** All tables of the service, by module. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  const modules = [
    DEPLOYMENT,
    ORGANIZATIONS,
    KEYS,
    EMAIL,
    WALLETS,
    TOKENS,
    HTTP,
    RELAYER,
    TRANSACTIONS,
    POLICIES,
    APPROVALS,
    PUSH,
    HOLDINGS,
    EVENTS,
    WEBHOOKS,
    ALERTS,
    SANDBOX,
  ]
  for (const statement of modules.flat()) await sql.raw(statement).execute(db)
}

const ADDRESS = `~ '^0x[0-9a-f]{40}$'`
const HASH = `~ '^0x[0-9a-f]{64}$'`
const DIGEST = `~ '^[0-9a-f]{64}$'`
const DAY = `~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`
const STANDARD = `in ('erc20', 'erc721', 'erc1155')`

/**
 * The check of a hex column in the tables that each execution writes. A counted repetition costs the embedded
 * engine 23 µs per value; a length with a plain repetition costs 1.3 µs. An execution has seventeen of them
 * (docs/speed.md).
 */
function hex(column: string, digits: number): string {
  return `octet_length(${column}) = ${digits + 2} and ${column} ~ '^0x[0-9a-f]+$'`
}

/**
 * For a table whose rows change once, soon after they were stored. The new version stays on the same page, and
 * the log of Postgres contains only the difference. The columns that change come last, so that the bytes before
 * them stay the same.
 */
const CHANGES_ONCE = `with (fillfactor = 50)`

const DEPLOYMENT = [
  // The service's current time. Postgres plans it like `now()`. Only a sandbox whose clock was moved replaces it
  // (ADR 0003).
  `create or replace function service_now() returns timestamptz language sql stable as 'select now()'`,
  `create table deployment (
    id integer primary key,
    secret_key_id text not null,
    created_at timestamptz not null
  )`,
  `create table leases (
    name text primary key,
    owner uuid not null,
    expires_at timestamptz not null
  )`,
]

const ORGANIZATIONS = [
  `create table organizations (
    id uuid primary key,
    name text not null,
    key_mark text not null unique check (key_mark ~ '^[0-9A-Za-z]{6}$'),
    embed_origins text[] not null default '{}',
    requests_per_minute integer check (requests_per_minute > 0),
    logo_png text,
    logo_digest text check (logo_digest ${DIGEST}),
    created_at timestamptz not null,
    check ((logo_png is null) = (logo_digest is null))
  )`,
  `create index organizations_logo on organizations (logo_digest) where logo_digest is not null`,
  `create table organization_domains (
    id uuid primary key,
    organization_id uuid not null references organizations,
    domain text not null,
    rp_id_hash text not null check (rp_id_hash ${HASH}),
    proof_token text,
    looked_at timestamptz,
    verified_at timestamptz,
    created_at timestamptz not null,
    unique (organization_id, rp_id_hash)
  )`,
  // A wallet's address does not depend on the organization, so a verified domain belongs to one (ADR 0006).
  `create unique index organization_domains_proved on organization_domains (rp_id_hash) where verified_at is not null`,
  `create table fee_settings (
    organization_id uuid primary key references organizations,
    token_address text not null check (token_address ${ADDRESS}),
    token_symbol text not null,
    token_decimals integer not null,
    amount_per_transaction numeric(78, 0) not null check (amount_per_transaction >= 0),
    withdraw_address text not null check (withdraw_address ${ADDRESS}),
    updated_at timestamptz not null
  )`,
  `create table usage_days (
    organization_id uuid not null references organizations,
    day text not null check (day ${DAY}),
    counts jsonb,
    hours jsonb not null default '{}',
    primary key (organization_id, day)
  )`,
]

const KEYS = [
  `create table api_keys (
    id uuid primary key,
    organization_id uuid not null references organizations,
    label text not null,
    start text not null,
    key_hash text not null unique check (key_hash ${DIGEST}),
    scopes text[] not null,
    created_by text check (char_length(created_by) <= 100),
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    replaced_by uuid references api_keys,
    requests_per_minute integer check (requests_per_minute > 0),
    usage_since timestamptz not null,
    last_used_at timestamptz,
    last_used_ip text,
    ip_mode text not null default 'off' check (ip_mode in ('off', 'staged', 'enforced')),
    ip_ranges text[] not null default '{}',
    ip_refused_at timestamptz,
    ip_refused text,
    exposed_at timestamptz,
    exposure_dismissed_at timestamptz
  )`,
  `create index api_keys_of_organization on api_keys (organization_id, created_at desc, id desc)`,
  `create index api_keys_exposed on api_keys (organization_id) where exposed_at is not null`,
  // There is no reference to the key, so that counting locks nothing that a request waits for. Keys are never
  // deleted.
  `create table api_key_usage (
    key_id uuid not null,
    epoch_day integer not null,
    endpoint text not null,
    source text not null,
    requests bigint not null check (requests > 0),
    primary key (key_id, epoch_day, endpoint, source)
  )`,
  `create index api_key_usage_age on api_key_usage (epoch_day)`,
  `create table api_key_requests (
    key_id uuid not null,
    answered_at timestamptz not null,
    id uuid not null default gen_random_uuid(),
    method text not null,
    path text not null,
    status integer not null,
    code text,
    message text,
    duration_ms integer not null,
    ip text,
    request_id text not null,
    primary key (key_id, answered_at, id)
  )`,
  `create index api_key_requests_refused on api_key_requests (key_id, answered_at, id) where code is not null`,
  // Nearly all requests have one of these two methods and are found by age.
  `create index api_key_requests_of_method on api_key_requests (key_id, method, answered_at, id)
    where method not in ('GET', 'POST')`,
  `create index api_key_requests_age on api_key_requests (answered_at)`,
  // Unlogged, so that adding up the counts of processes writes nothing to the disk. After a crash, counting
  // starts again.
  `create unlogged table rate_counts (
    subject text not null,
    window_started_at timestamptz not null,
    requests bigint not null,
    primary key (subject, window_started_at)
  )`,
  `create index rate_counts_age on rate_counts (window_started_at)`,
  `create table receipt_keys (
    id text primary key check (id ~ '^[0-9a-f]{16}$'),
    public_key text not null,
    created_at timestamptz not null default now()
  )`,
]

const EMAIL = [
  `create table verification_codes (
    id uuid primary key,
    organization_id uuid not null references organizations,
    email text not null,
    language text not null default 'en' check (language in ('en', 'de', 'es')),
    code_hmac text not null check (code_hmac ${DIGEST}),
    tries integer not null default 0 check (tries between 0 and 5),
    live boolean not null default true,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    spent_at timestamptz
  )`,
  // A code sent without an email address must identify one person (profile 7), and a newer code replaces the
  // older.
  `create unique index verification_codes_live_code on verification_codes (organization_id, code_hmac) where live`,
  `create unique index verification_codes_live_email on verification_codes (organization_id, email) where live`,
  `create index verification_codes_quota on verification_codes (organization_id, email, created_at)`,
  `create index verification_codes_recent on verification_codes (organization_id, created_at)`,
  `create index verification_codes_age on verification_codes (created_at)`,
  // Wrong codes are counted per guesser, so that one cannot use up another's tries (ADR 0014).
  `create table verification_guards (
    organization_id uuid not null references organizations,
    guesser text not null default '',
    window_started_at timestamptz not null,
    wrong_tries integer not null,
    primary key (organization_id, guesser)
  )`,
  `create index verification_guards_age on verification_guards (window_started_at)`,
]

const WALLETS = [
  // `search_text` joins texts with line breaks. None of them contains one, so no search matches across two texts.
  `create table wallets (
    id uuid primary key,
    organization_id uuid not null references organizations,
    address text not null check (address ${ADDRESS}),
    qx text not null check (qx ${DIGEST}),
    qy text not null check (qy ${DIGEST}),
    rp_id_hash text not null,
    label text not null,
    external_user_id text not null,
    external_user_label text not null,
    email text not null,
    search_text text not null generated always as (
      lower(label || chr(10) || external_user_id || chr(10) || external_user_label || chr(10) || email)
    ) stored,
    backup_address text check (backup_address ${ADDRESS}),
    with_fee boolean not null,
    status text not null check (status in ('submitted', 'deployed', 'failed')),
    relayed_id uuid not null,
    transaction_hash text not null,
    verification_id uuid not null,
    creation_hmac text not null,
    answered_at timestamptz,
    created_at timestamptz not null,
    deployed_at timestamptz
  )`,
  `create unique index wallets_address on wallets (address) where status <> 'failed'`,
  `create index wallets_address_prefix on wallets (address text_pattern_ops) where status <> 'failed'`,
  `create index wallets_newest on wallets (organization_id, created_at desc, id desc) where status <> 'failed'`,
  `create index wallets_of_user on wallets (organization_id, external_user_id, created_at desc, id desc) include (email)
    where status <> 'failed'`,
  // The index above also serves wallets without a user. Wallets of users may be few among many.
  `create index wallets_of_end_users on wallets (organization_id, created_at desc, id desc)
    where status <> 'failed' and external_user_id <> ''`,
  `create index wallets_submitted on wallets (organization_id, created_at desc, id desc) where status = 'submitted'`,
  `create index wallets_by_label on wallets (organization_id, (label = ''), (lower(label) collate "C"), id)
    where status <> 'failed'`,
  `create index wallets_own_by_label on wallets (organization_id, (label = ''), (lower(label) collate "C"), id)
    where status <> 'failed' and external_user_id = ''`,
  `create index wallets_by_age on wallets (created_at)`,
  `create index wallets_relayed on wallets (relayed_id)`,
  SEARCH_INDEXES.wallets_search,
]

const TOKENS = [
  `create table allowed_tokens (
    id uuid primary key,
    address text not null unique check (address ${ADDRESS}),
    standard text not null check (standard ${STANDARD}),
    name text not null,
    symbol text not null,
    decimals integer not null,
    logo_url text not null,
    position integer not null generated always as identity,
    created_at timestamptz not null
  )`,
  // The organization's additions to the token list and removals from it (ADR 0006).
  `create table organization_tokens (
    id uuid primary key,
    organization_id uuid not null references organizations,
    address text not null check (address ${ADDRESS}),
    standard text not null check (standard ${STANDARD}),
    name text not null,
    symbol text not null,
    decimals integer not null,
    logo_url text not null,
    removed boolean not null,
    position integer not null generated always as identity,
    created_at timestamptz not null,
    unique (organization_id, address)
  )`,
  // Every query for the tokens that an organization vouches for uses this view.
  `create view organization_allowed_tokens as
    select organizations.id as organization_id, tokens.id, tokens.address, tokens.standard, tokens.name,
      tokens.symbol, tokens.decimals, tokens.logo_url, false as own, tokens.position, tokens.created_at
    from organizations cross join allowed_tokens tokens
    where not exists (
      select from organization_tokens changed
      where changed.organization_id = organizations.id and changed.address = tokens.address
    )
    union all
    select organization_id, id, address, standard, name, symbol, decimals, logo_url, true as own, position,
      created_at
    from organization_tokens where not removed`,
]

const HTTP = [
  `create table idempotency_keys (
    organization_id uuid not null references organizations,
    key_hash text not null check (key_hash ${DIGEST}),
    request_hash text not null check (request_hash ${DIGEST}),
    state text not null check (state in ('running', 'done', 'open')),
    lease_until timestamptz not null,
    sealed_answer text,
    created_at timestamptz not null,
    primary key (organization_id, key_hash)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
]

const RELAYER = [
  `create table relayer_lanes (
    chain_id bigint not null,
    address text not null check (${hex('address', 40)}),
    next_nonce integer not null check (next_nonce >= 0),
    created_at timestamptz not null default service_now(),
    primary key (chain_id, address)
  )`,
  `create table relayed_transactions (
    id uuid primary key,
    chain_id bigint not null,
    from_address text not null,
    nonce integer not null check (nonce >= 0),
    purpose text not null,
    organization_id uuid,
    to_address text not null check (${hex('to_address', 40)}),
    value numeric(78, 0) not null,
    data text not null,
    gas_limit integer not null,
    gas_day text,
    reserved_wei numeric(78, 0),
    created_at timestamptz not null,
    attempted_at timestamptz not null,
    bundle_id uuid references relayed_transactions,
    bundle_position integer,
    hash text not null check (${hex('hash', 64)}),
    status text not null check (status in ('signed', 'confirmed', 'failed')),
    block_number numeric(20, 0),
    block_hash text,
    gas_used numeric(20, 0),
    gas_price numeric(78, 0),
    cost_wei numeric(78, 0),
    reason text,
    refused_since timestamptz,
    refusal text,
    settled_at timestamptz
  ) ${CHANGES_ONCE}`,
  // All calls in a bundle have its nonce.
  `create unique index relayed_transactions_by_nonce on relayed_transactions (chain_id, from_address, nonce)
    where bundle_id is null`,
  `create index relayed_transactions_of_bundle on relayed_transactions (bundle_id, bundle_position)
    where bundle_id is not null`,
  // Replaces an index of the open transactions, so that settling a row changes no index entry of it. Calls in a
  // bundle are open as long as the bundle is.
  `create table open_relayed_transactions (
    chain_id bigint not null,
    from_address text not null,
    nonce integer not null,
    relayed_id uuid not null,
    primary key (chain_id, from_address, nonce)
  )`,
  `create or replace function keep_open_relayed_transactions() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old.status = 'signed' then
      delete from open_relayed_transactions
        where chain_id = old.chain_id and from_address = old.from_address and nonce = old.nonce;
    end if;
    if new.status = 'signed' then
      insert into open_relayed_transactions (chain_id, from_address, nonce, relayed_id)
        values (new.chain_id, new.from_address, new.nonce, new.id);
    end if;
    return null;
  end $$`,
  `create trigger relayed_transactions_inserted after insert on relayed_transactions
    for each row when (new.bundle_id is null and new.status = 'signed')
    execute function keep_open_relayed_transactions()`,
  `create trigger relayed_transactions_changed after update on relayed_transactions
    for each row when (new.bundle_id is null and (new.status, new.nonce) is distinct from (old.status, old.nonce))
    execute function keep_open_relayed_transactions()`,
  // The gas of a wallet's day is the sum of the transactions relayed for it (ADR 0014).
  `create index relayed_for_wallet_by_day on relayed_transactions (organization_id, to_address, gas_day)
    where purpose = 'transaction'`,
  `create table relayer_attempts (
    hash text primary key check (${hex('hash', 64)}),
    relayed_id uuid not null references relayed_transactions,
    raw text not null,
    kind text not null check (kind in ('call', 'cancel')),
    max_fee_per_gas numeric(78, 0) not null,
    max_priority_fee_per_gas numeric(78, 0) not null,
    created_at timestamptz not null
  )`,
  `create index relayer_attempts_of_relayed on relayer_attempts (relayed_id)`,
  `create table chain_factories (
    chain_id bigint primary key,
    address text not null check (address ${ADDRESS}),
    created_at timestamptz not null default service_now()
  )`,
  `create table gas_budgets (
    organization_id uuid primary key references organizations,
    wei_per_day numeric(78, 0) check (wei_per_day >= 0),
    updated_at timestamptz not null
  )`,
  `create table gas_spending (
    organization_id uuid not null references organizations,
    day text not null check (day ${DAY}),
    spent_wei numeric(78, 0) not null,
    primary key (organization_id, day)
  )`,
  `create index gas_spending_of_day on gas_spending (day)`,
]

/** The kind of a call for the lists' filter, by its function. The selectors are those of `SELECTORS_OF_KIND`. */
const CALL_KIND = `case
  when lower(left(data, 10)) in ('0x', '0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6')
    then 'transfer'
  when lower(left(data, 10)) in ('0x095ea7b3', '0x39509351') then 'approve'
  when lower(left(data, 10)) = '0xa22cb465' then 'approve-all'
  when to_address = wallet_address then 'wallet' else 'other' end`

const TRANSACTIONS = [
  `create table transactions (
    id uuid primary key,
    organization_id uuid not null references organizations,
    wallet_address text not null check (${hex('wallet_address', 40)}),
    digest text not null unique check (${hex('digest', 64)}),
    to_address text not null check (${hex('to_address', 40)}),
    value numeric(78, 0) not null,
    data text not null,
    call_kind text not null generated always as (${CALL_KIND}) stored,
    expiration numeric(20, 0) not null,
    fee numeric(78, 0) not null,
    fee_coin_address text not null check (${hex('fee_coin_address', 40)}),
    fee_withdraw_address text not null check (${hex('fee_withdraw_address', 40)}),
    signature bytea not null,
    requested_by jsonb,
    created_at timestamptz not null,
    relayed_id uuid references relayed_transactions,
    transaction_hash text,
    state text not null check (state in ('PENDING_USER_APPROVAL', 'APPROVED', 'SUBMITTED', 'CONFIRMED', 'FAILED',
      'REJECTED', 'EXPIRED', 'CANCELLED')),
    rare_state text generated always as (case when state not in ('SUBMITTED', 'CONFIRMED') then state end) stored,
    watch text check (watch in ('unread', 'followed')),
    block_number numeric(20, 0),
    block_hash text,
    reason text,
    updated_at timestamptz not null
  ) ${CHANGES_ONCE}`,
  `create index transactions_newest on transactions (organization_id, created_at desc, id desc)`,
  `create index transactions_of_wallet on transactions (organization_id, wallet_address, created_at desc, id desc)`,
  `create index transactions_to on transactions (organization_id, to_address, created_at desc, id desc)`,
  // Nearly all transactions are transfers. They are found by age and are not in this index (ADR 0019).
  `create index transactions_of_kind on transactions (organization_id, call_kind, created_at desc, id desc)
    where call_kind <> 'transfer'`,
  `create index transactions_of_coins on transactions (organization_id, created_at desc, id desc) where value <> 0`,
  `create index transactions_to_itself on transactions (organization_id, created_at desc, id desc)
    where to_address = wallet_address and data <> '0x'`,
  // A batch contains the addresses of its tokens in its bytes.
  SEARCH_INDEXES.transactions_batched,
  // No index contains a column that changes when a sent transaction is confirmed. Otherwise Postgres would write all
  // index entries of the row again. Confirmed transactions are most, and are found by age. Submitted ones have a
  // table.
  `create index transactions_by_state on transactions (organization_id, rare_state, created_at desc, id desc)
    where rare_state is not null`,
  `create index transactions_failed on transactions (created_at, organization_id) where rare_state = 'FAILED'`,
  // Few rows at any time: those that the expirer and the sender of approved ones search for.
  `create index transactions_waiting on transactions (rare_state, id)
    where rare_state in ('PENDING_USER_APPROVAL', 'APPROVED')`,
  `create index transactions_watched on transactions (watch, expiration) where watch is not null`,
  // Few rows: ended transactions that can still be executed, which are checked before each call of their
  // wallet.
  `create index transactions_ended_executable on transactions (wallet_address, expiration)
    where watch is not null and rare_state in ('FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED')`,
  `create index transactions_relayed on transactions (relayed_id)`,
  `create index transactions_by_hash on transactions (transaction_hash) where transaction_hash is not null`,
  `create table submitted_transactions (
    organization_id uuid not null,
    created_at timestamptz not null,
    transaction_id uuid not null,
    primary key (organization_id, created_at, transaction_id)
  )`,
  `create or replace function keep_submitted_transactions() returns trigger language plpgsql as $$ begin
    if new.state = 'SUBMITTED' then
      insert into submitted_transactions (organization_id, created_at, transaction_id)
        values (new.organization_id, new.created_at, new.id);
    else
      delete from submitted_transactions
        where organization_id = new.organization_id and created_at = new.created_at and transaction_id = new.id;
    end if;
    return null;
  end $$`,
  `create trigger transactions_inserted after insert on transactions
    for each row when (new.state = 'SUBMITTED') execute function keep_submitted_transactions()`,
  `create trigger transactions_changed after update on transactions
    for each row when ((old.state = 'SUBMITTED') <> (new.state = 'SUBMITTED'))
    execute function keep_submitted_transactions()`,
  // The block up to which the wallets' events of digests were read. These events decide outcomes (ADR 0010).
  `create table outcome_cursors (
    chain_id bigint primary key,
    block_number numeric(20, 0) not null,
    block_hash text not null
  )`,
]

const POLICIES = [
  `create table policies (
    id uuid primary key,
    organization_id uuid not null references organizations,
    wallet_address text check (wallet_address ${ADDRESS}),
    name text not null,
    enabled boolean not null,
    rule jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index policies_of_organization on policies (organization_id, created_at, id)`,
]

const APPROVALS = [
  `create table approvers (
    id uuid primary key,
    organization_id uuid not null references organizations,
    external_user_id text check (external_user_id <> ''),
    email text not null check (email <> ''),
    user_handle text not null unique,
    enrolled_at timestamptz,
    language text not null default 'en' check (language in ('en', 'de', 'es')),
    created_at timestamptz not null default service_now(),
    unique nulls not distinct (organization_id, external_user_id, email)
  )`,
  `create index approvers_of_email on approvers (email)`,
  // This index alone serves the count of an organization's wallets with held transactions.
  `create index approvers_enrolled on approvers (organization_id, external_user_id, email) where enrolled_at is not null`,
  `create table approver_passkeys (
    credential_id text primary key,
    approver_id uuid not null references approvers,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    backed_up boolean not null,
    created_at timestamptz not null default service_now(),
    last_used_at timestamptz not null default service_now()
  )`,
  `create index approver_passkeys_of_approver on approver_passkeys (approver_id)`,
  `create table approver_invitations (
    token_hash text primary key check (token_hash ${DIGEST}),
    approver_id uuid not null references approvers,
    expires_at timestamptz not null
  )`,
  `create index approver_invitations_of_approver on approver_invitations (approver_id)`,
  `create index approver_invitations_age on approver_invitations (expires_at)`,
  `create table approver_sessions (
    id_hash text primary key check (id_hash ${DIGEST}),
    approver_id uuid not null references approvers,
    expires_at timestamptz not null
  )`,
  `create index approver_sessions_age on approver_sessions (expires_at)`,
  `create index approver_sessions_of_approver on approver_sessions (approver_id)`,
  `create table held_messages (
    id uuid primary key,
    organization_id uuid not null references organizations,
    wallet_address text not null check (wallet_address ${ADDRESS}),
    approver_id uuid not null references approvers,
    message text not null,
    origin text not null,
    digest text not null check (digest ${HASH}),
    number integer not null check (number between 10 and 99),
    candidates integer[] not null,
    held_at timestamptz not null default service_now(),
    deadline timestamptz not null,
    decided_at timestamptz,
    decided_with text,
    approved boolean,
    reported boolean not null default false,
    check (number = any (candidates))
  )`,
  `create index held_messages_newest on held_messages (approver_id, held_at desc, id desc)`,
  `create index held_messages_of_digest on held_messages (digest)`,
  `create index held_messages_age on held_messages (held_at)`,
  `create table approver_ceremonies (
    id_hash text primary key check (id_hash ${DIGEST}),
    kind text not null check (kind in ('enrol', 'sign-in', 'decide')),
    approver_id uuid references approvers,
    challenge text not null,
    invitation_hash text,
    transaction_id uuid references transactions,
    message_id uuid,
    decision text check (decision in ('approve', 'reject', 'report')),
    expires_at timestamptz not null
  )`,
  `create index approver_ceremonies_age on approver_ceremonies (expires_at)`,
  `create table held_transactions (
    transaction_id uuid primary key references transactions,
    approver_id uuid not null references approvers,
    number integer not null check (number between 10 and 99),
    candidates integer[] not null,
    held_at timestamptz not null default service_now(),
    deadline timestamptz not null,
    notified_at timestamptz,
    seen_at timestamptz,
    decided_at timestamptz,
    decided_with text,
    approved boolean,
    reported boolean not null default false,
    withdrawn_at timestamptz,
    send_after timestamptz not null default service_now(),
    check (number = any (candidates))
  )`,
  `create index held_transactions_newest on held_transactions (approver_id, held_at desc, transaction_id desc)`,
  `create table approver_mutes (
    approver_id uuid not null references approvers,
    wallet_address text not null check (wallet_address ${ADDRESS}),
    until timestamptz not null,
    primary key (approver_id, wallet_address)
  )`,
  `create index approver_mutes_age on approver_mutes (until)`,
  `create table approver_mails (
    id uuid primary key default gen_random_uuid(),
    approver_id uuid not null references approvers,
    kind text not null check (kind in ('invitation', 'held', 'reminder', 'passkey-added', 'passkey-removed')),
    transaction_id uuid references transactions,
    message_id uuid,
    attempts integer not null default 0,
    due_at timestamptz not null default service_now(),
    sent_at timestamptz,
    given_up_at timestamptz,
    created_at timestamptz not null default service_now()
  )`,
  `create index approver_mails_due on approver_mails (due_at) where sent_at is null and given_up_at is null`,
  `create index approver_mails_recent on approver_mails (approver_id, created_at)`,
  `create index approver_mails_age on approver_mails (created_at)`,
]

/** Web Push to the approval app's devices (ADR 0012). */
const PUSH = [
  `create table push_keys (
    id integer primary key check (id = 1),
    public_key text not null,
    private_key_box text not null,
    created_at timestamptz not null default now()
  )`,
  `create table approver_push_subscriptions (
    id uuid primary key,
    approver_id uuid not null references approvers,
    session_hash text not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    failures integer not null default 0,
    created_at timestamptz not null default now()
  )`,
  `create index approver_push_subscriptions_of_approver on approver_push_subscriptions (approver_id)`,
  `create index approver_push_subscriptions_of_session on approver_push_subscriptions (session_hash)`,
  `create table approver_pushes (
    id uuid primary key default gen_random_uuid(),
    subscription_id uuid not null references approver_push_subscriptions on delete cascade,
    transaction_id uuid references transactions,
    message_id uuid,
    attempts integer not null default 0,
    due_at timestamptz not null default service_now(),
    sent_at timestamptz,
    given_up_at timestamptz,
    created_at timestamptz not null default service_now()
  )`,
  `create index approver_pushes_due on approver_pushes (due_at) where sent_at is null and given_up_at is null`,
  `create index approver_pushes_recent on approver_pushes (subscription_id, created_at)`,
  `create index approver_pushes_age on approver_pushes (created_at)`,
]

/** Wallet data from the chain's logs: read progress, events and claims. Also images of NFTs. */
const HOLDINGS = [
  `create table holding_indexes (
    chain_id bigint primary key,
    start_block bigint not null check (start_block >= 0),
    next_block bigint not null check (next_block >= start_block)
  )`,
  `create table holding_blocks (
    chain_id bigint not null,
    number bigint not null,
    hash text not null check (hash ${HASH}),
    primary key (chain_id, number)
  )`,
  `create table holding_wallets (
    chain_id bigint not null,
    address text not null check (address ${ADDRESS}),
    next_block bigint not null,
    live_from bigint not null,
    primary key (chain_id, address)
  )`,
  `create index holding_wallets_behind on holding_wallets (chain_id, next_block) where next_block < live_from`,
  `create index holding_wallets_live on holding_wallets (chain_id, live_from)`,
  `create table holding_events (
    chain_id bigint not null,
    wallet_address text not null,
    block_number bigint not null,
    log_index integer not null,
    item_index integer not null,
    kind text not null check (kind in ('transfer', 'approval', 'operator')),
    standard text check (standard ${STANDARD}),
    token_address text not null,
    from_address text not null,
    to_address text not null,
    token_id numeric(78, 0),
    amount numeric(78, 0),
    approved boolean,
    transaction_hash text not null,
    mined_at timestamptz not null,
    primary key (chain_id, wallet_address, block_number, log_index, item_index)
  )`,
  `create index holding_events_of_block on holding_events (chain_id, block_number)`,
  `create table holding_claims (
    id bigint generated always as identity primary key,
    chain_id bigint not null,
    wallet_address text not null,
    kind text not null check (kind in ('coin', 'collectible', 'multiToken', 'allowance', 'itemApproval', 'operator')),
    token_address text not null,
    item text not null,
    open boolean not null,
    block_number bigint not null,
    log_index integer not null,
    item_index integer not null,
    unique (chain_id, wallet_address, kind, token_address, item)
  )`,
  `create index holding_claims_newest on holding_claims (chain_id, wallet_address, id desc) where open`,
  `create index holding_claims_of_block on holding_claims (chain_id, block_number)`,
  `create table holding_pictures (
    chain_id bigint not null,
    token_address text not null,
    token_id numeric(78, 0) not null,
    name text not null,
    description text not null,
    media_type text,
    bytes bytea,
    problem text,
    fetched_at timestamptz not null,
    stale_at timestamptz not null,
    primary key (chain_id, token_address, token_id)
  )`,
  `create index holding_pictures_by_age on holding_pictures (fetched_at)`,
]

const EVENTS = [
  `create table events (
    id text primary key check (octet_length(id) = 36 and id ~ '^evt_[0-9a-f]+$'),
    position bigint not null generated always as identity,
    organization_id uuid not null references organizations,
    type text not null,
    endpoint_id uuid,
    occurred_at timestamptz not null,
    data json not null,
    sequence bigint
  ) ${CHANGES_ONCE}`,
  // Without the nulls, because each event has one before it gets its sequence.
  `create unique index events_by_sequence on events (sequence) where sequence is not null`,
  // Few events have no sequence yet. Finding them must not cost more as the history grows.
  `create index events_unsequenced on events (position) where sequence is null`,
  `create index events_of_organization on events (organization_id, sequence) where sequence is not null`,
  // Nearly all events have one of these two types and are found by age.
  `create index events_of_type on events (organization_id, type, sequence)
    where sequence is not null and type not in ('transaction.submitted', 'transaction.confirmed')`,
  // An event without a sequence is only in its own index. Otherwise it would be in both.
  `create index events_of_transaction on events ((data ->> 'transactionUuid')) where sequence is not null`,
  `create index events_age on events (occurred_at) where sequence is not null`,
  `create table event_counter (
    id boolean primary key check (id),
    last_sequence bigint not null
  )`,
  `insert into event_counter (id, last_sequence) values (true, 0)`,
]

const WEBHOOKS = [
  `create table webhook_endpoints (
    id uuid primary key,
    organization_id uuid not null references organizations,
    url text not null,
    description text not null,
    types text[],
    enabled boolean not null,
    disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
    disabled_at timestamptz,
    secret_box text not null,
    previous_secret_box text,
    previous_secret_until timestamptz,
    failing_since timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (enabled = (disabled_at is null)),
    check (enabled = (disabled_reason is null))
  )`,
  `create index webhook_endpoints_newest on webhook_endpoints (organization_id, created_at desc, id desc)`,
  `create index webhook_endpoints_in_trouble on webhook_endpoints (organization_id)
    where failing_since is not null or disabled_reason <> 'manual'`,
  `create index webhook_endpoints_disabled on webhook_endpoints (id) where not enabled`,
  `create table webhook_deliveries (
    id uuid primary key default gen_random_uuid(),
    organization_id uuid not null,
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    event_id text not null references events on delete cascade,
    type text not null,
    pending_since timestamptz not null,
    created_at timestamptz not null,
    status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
    attempts integer not null default 0 check (attempts >= 0),
    due_at timestamptz check ((due_at is not null) = (status = 'pending')),
    delivered_at timestamptz,
    undelivered text generated always as (case when status in ('failed', 'cancelled') then status end) stored,
    unique (event_id, endpoint_id)
  ) ${CHANGES_ONCE}`,
  `create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc)`,
  // No index contains a column that changes when a delivery succeeds. Otherwise Postgres would write all index
  // entries of the row again.
  `create index webhook_deliveries_undelivered on webhook_deliveries (endpoint_id, undelivered, created_at desc, id desc)
    where undelivered is not null`,
  // Leaves out the two most frequent types. Queries find those by age.
  `create index webhook_deliveries_of_type on webhook_deliveries (endpoint_id, type, created_at desc, id desc)
    where type not in ('transaction.submitted', 'transaction.confirmed')`,
  // Replaces an index of the pending deliveries by due time, so that the wide row is in no index that changes.
  `create table pending_deliveries (
    endpoint_id uuid not null,
    due_at timestamptz not null,
    delivery_id uuid not null,
    pending_since timestamptz not null,
    primary key (endpoint_id, due_at, delivery_id) include (pending_since)
  )`,
  `create or replace function keep_pending_deliveries() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.due_at is not null then
      delete from pending_deliveries
        where endpoint_id = old.endpoint_id and due_at = old.due_at and delivery_id = old.id;
    end if;
    if tg_op <> 'DELETE' and new.due_at is not null then
      insert into pending_deliveries (endpoint_id, due_at, delivery_id, pending_since)
        values (new.endpoint_id, new.due_at, new.id, new.pending_since);
    end if;
    return null;
  end $$`,
  `create trigger webhook_deliveries_inserted after insert on webhook_deliveries
    for each row when (new.due_at is not null) execute function keep_pending_deliveries()`,
  `create trigger webhook_deliveries_changed after update on webhook_deliveries
    for each row when ((old.due_at, old.pending_since) is distinct from (new.due_at, new.pending_since))
    execute function keep_pending_deliveries()`,
  `create trigger webhook_deliveries_deleted after delete on webhook_deliveries
    for each row when (old.due_at is not null) execute function keep_pending_deliveries()`,
  // Unlogged, so that taking deliveries writes nothing to the disk. After a crash of Postgres, the deliveries that
  // were under way are due again.
  `create unlogged table webhook_leases (
    delivery_id uuid primary key,
    endpoint_id uuid not null,
    organization_id uuid not null,
    lease_id uuid not null,
    ends_at timestamptz not null
  )`,
  `create table webhook_attempts (
    id uuid not null,
    delivery_id uuid not null references webhook_deliveries on delete cascade,
    attempted_at timestamptz not null,
    duration_ms integer not null,
    delivered boolean not null,
    response_status integer,
    response_bytes integer,
    problem text,
    request_headers json,
    response_headers json,
    response_body text check (length(response_body) <= 4096),
    primary key (delivery_id, attempted_at, id)
  )`,
]

/** Every alert ever raised (ADR 0028). */
const ALERTS = [
  `create table alerts (
    organization_id uuid not null references organizations,
    kind text not null,
    subject text not null,
    id uuid not null default gen_random_uuid(),
    name text not null,
    raised_at timestamptz not null,
    seen_at timestamptz not null,
    cleared_at timestamptz,
    primary key (organization_id, kind, subject)
  )`,
  `create index alerts_raised on alerts (kind, organization_id, subject) where cleared_at is null`,
]

/** The sandbox's inbox, and the state of its script (ADR 0003). */
const SANDBOX = [
  `create table sandbox_mails (
    id uuid primary key,
    to_address text not null,
    subject text not null,
    text text not null,
    code text,
    received_at timestamptz not null
  )`,
  `create index sandbox_mails_newest on sandbox_mails (to_address, received_at desc, id desc)`,
  `create table sandbox_clock (
    id integer primary key check (id = 1),
    ahead_seconds bigint not null check (ahead_seconds >= 0)
  )`,
  `create table sandbox_scripts (
    organization_id uuid primary key references organizations,
    behaviour text not null,
    delay_seconds integer not null,
    receiver_down boolean not null
  )`,
  `create table sandbox_customers (
    id uuid primary key,
    organization_id uuid not null references organizations,
    approver_id uuid not null unique references approvers,
    wallet_address text not null,
    email text not null,
    keys_box text not null,
    created_at timestamptz not null
  )`,
  `create table sandbox_plans (
    transaction_id uuid primary key references transactions,
    customer_id uuid not null references sandbox_customers,
    behaviour text not null,
    due_at timestamptz not null,
    done_at timestamptz
  )`,
  `create index sandbox_plans_due on sandbox_plans (due_at) where done_at is null`,
]
