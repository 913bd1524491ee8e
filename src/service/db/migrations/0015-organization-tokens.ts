import { sql, type Kysely } from 'kysely'

const ADDRESS = sql.raw(`'^0x[0-9a-f]{40}$'`)

/** What an organization puts on its list of allowed tokens or takes off it (docs/adr/0048). Runs on Postgres 15 and later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table organization_tokens (
    id uuid primary key,
    organization_id uuid not null references organizations,
    address text not null check (address ~ ${ADDRESS}),
    standard text not null check (standard in ('erc20', 'erc721', 'erc1155')),
    name text not null,
    symbol text not null,
    decimals integer not null,
    logo_url text not null,
    removed boolean not null,
    position integer not null generated always as identity,
    created_at timestamptz not null,
    unique (organization_id, address)
  )`.execute(db)
  // Everything that asks which tokens an organization vouches for asks here.
  await sql`create view organization_allowed_tokens as
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
    from organization_tokens where not removed`.execute(db)
}
