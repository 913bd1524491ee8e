import { sql, type Kysely } from 'kysely'

/** Events and their delivery to webhook endpoints. Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await events(db)
  await endpoints(db)
  await deliveries(db)
}

async function events(db: Kysely<never>): Promise<void> {
  await sql`create table events (
    id text primary key check (id ~ '^evt_[0-9a-f]{32}$'),
    position bigint not null generated always as identity,
    sequence bigint unique,
    organization_id uuid not null references organizations,
    type text not null,
    endpoint_id uuid,
    occurred_at timestamptz not null,
    data json not null
  )`.execute(db)
  // What has no sequence yet is little: finding it must not cost more as the history grows.
  await sql`create index events_unsequenced on events (position) where sequence is null`.execute(db)
  await sql`create index events_of_organization on events (organization_id, sequence)`.execute(db)
  await sql`create index events_age on events (occurred_at)`.execute(db)
  await sql`create table event_counter (
    id boolean primary key check (id),
    last_sequence bigint not null
  )`.execute(db)
  await sql`insert into event_counter (id, last_sequence) values (true, 0)`.execute(db)
}

async function endpoints(db: Kysely<never>): Promise<void> {
  await sql`create table webhook_endpoints (
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
  )`.execute(db)
  await sql`create index webhook_endpoints_newest on webhook_endpoints (organization_id, created_at desc, id desc)`.execute(
    db,
  )
}

async function deliveries(db: Kysely<never>): Promise<void> {
  await sql`create table webhook_deliveries (
    id uuid primary key default gen_random_uuid(),
    organization_id uuid not null,
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    event_id text not null references events on delete cascade,
    status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
    attempts integer not null default 0 check (attempts >= 0),
    due_at timestamptz check ((due_at is not null) = (status = 'pending')),
    lease_id uuid,
    pending_since timestamptz not null,
    created_at timestamptz not null,
    delivered_at timestamptz,
    unique (event_id, endpoint_id)
  )`.execute(db)
  await sql`create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where status = 'pending'`.execute(
    db,
  )
  await sql`create index webhook_deliveries_under_way on webhook_deliveries (endpoint_id) where lease_id is not null`.execute(
    db,
  )
  await sql`create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc)`.execute(
    db,
  )
  await sql`create table webhook_attempts (
    id uuid primary key,
    delivery_id uuid not null references webhook_deliveries on delete cascade,
    attempted_at timestamptz not null,
    duration_ms integer not null,
    delivered boolean not null,
    response_status integer,
    response_bytes integer,
    problem text
  )`.execute(db)
  await sql`create index webhook_attempts_of_delivery on webhook_attempts (delivery_id, attempted_at)`.execute(
    db,
  )
}
