import { sql } from 'kysely'
import { waitFor } from '#protocol/testing/wait-for.ts'
import type { Database } from '#service/db/database.ts'

/**
 * Columns that a refused request may change, or that the service changes on its own: counters of wrong tries and of
 * requests, the last use of a key, the work of the relayer, the indexer and the deliveries, and alerts. Every other
 * column of every table is state.
 */
const NOT_STATE: Record<string, 'all' | readonly string[]> = {
  api_keys: ['last_used_at', 'last_used_ip', 'ip_refused_at', 'ip_refused'],
  verification_codes: ['tries'],
  verification_guards: 'all',
  rate_counts: 'all',
  api_key_usage: 'all',
  api_key_requests: 'all',
  idempotency_keys: 'all',
  leases: 'all',
  event_counter: 'all',
  events: ['sequence'],
  webhook_endpoints: ['failing_since', 'updated_at'],
  webhook_deliveries: 'all',
  webhook_attempts: 'all',
  pending_deliveries: 'all',
  webhook_leases: 'all',
  approver_mails: ['attempts', 'due_at', 'sent_at', 'given_up_at'],
  removal_objections: ['attempts', 'due_at', 'funding_id', 'done_at'],
  approver_pushes: 'all',
  alerts: 'all',
  approver_push_subscriptions: ['failures'],
  held_transactions: ['notified_at'],
  gas_spending: 'all',
  // The rows and their other columns are state, because a refused request must send nothing.
  relayed_transactions: [
    'status',
    'hash',
    'nonce',
    'block_number',
    'block_hash',
    'reason',
    'refused_since',
    'refusal',
    'attempted_at',
    'settled_at',
    'reserved_wei',
    'cost_wei',
    'gas_used',
    'gas_price',
  ],
  open_relayed_transactions: 'all',
  relayer_attempts: 'all',
  relayer_lanes: 'all',
  outcome_cursors: 'all',
  transactions: ['watch'],
  holding_blocks: 'all',
  holding_claims: 'all',
  holding_events: 'all',
  holding_indexes: 'all',
  holding_wallets: 'all',
}

/**
 * Counts the statements that write to a table of state. The content of the tables is read only if the count has
 * changed.
 */
export async function watchState(db: Database) {
  const tables = await tablesOfState(db)
  await sql`create sequence state_writes`.execute(db)
  await sql`create function count_state_write() returns trigger language plpgsql as
    ${sql.lit("begin perform nextval('state_writes'); return null; end")}`.execute(db)
  for (const table of tables) {
    await sql`create trigger count_state_write after insert or update or delete or truncate on ${sql.table(table)}
      execute function count_state_write()`.execute(db)
  }
  let seen: string | undefined
  let known = ''
  return {
    /** A hash for each table of state, one per line. It is cheap if nothing was written. */
    fingerprint: async () => {
      const { rows } = await sql<{ writes: string }>`
        select concat(last_value, is_called) as writes from state_writes`.execute(db)
      if (rows[0]?.writes === seen) return known
      seen = rows[0]?.writes
      known = await hashOf(db, tables)
      return known
    },
    /**
     * Resolves once every sent transaction has an outcome and its block is followed, no creation, mail or objection
     * is in progress, and each objection's event is stored.
     */
    settled: () =>
      waitFor('the end of all work that requests started', async () => {
        const open = await db
          .selectFrom('relayed_transactions')
          .select('id')
          .where('settled_at', 'is', null)
          .executeTakeFirst()
        // A creation is marked as answered after its response, while its lease is held.
        const { rows } = await sql`select name from leases where name like 'wallet 0x%'`.execute(db)
        // The token of an invitation is created and stored with its mail.
        const mail = await db
          .selectFrom('approver_mails')
          .select('id')
          .where('sent_at', 'is', null)
          .where('given_up_at', 'is', null)
          .executeTakeFirst()
        // The relayer funds the policy signer that objects, after the response.
        const objection = await db
          .selectFrom('removal_objections')
          .select('wallet_address')
          .where('done_at', 'is', null)
          .executeTakeFirst()
        // The event of an objection is stored when its block is read.
        const unread = await db
          .selectFrom('removal_objections as objection')
          .select('objection.wallet_address')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('wallet_authority_events as event')
                  .select('event.log')
                  .whereRef('event.wallet_address', '=', 'objection.wallet_address')
                  .where('event.kind', '=', 'removal-delayed'),
              ),
            ),
          )
          .executeTakeFirst()
        // Changes of a wallet's keys and co-signer are stored when their block is followed.
        const { rows: ahead } = await sql`
          select from relayed_transactions as sent join outcome_cursors as followed using (chain_id)
          where sent.block_number > followed.block_number limit 1`.execute(db)
        return [open, rows[0], mail, objection, unread, ahead[0]].every((found) => found === undefined)
      }),
  }
}

/** Types of the events of alerts, which are evaluated each minute, regardless of the requests. */
const EVENTS_OF_ALERTS = ['alert.raised', 'alert.cleared']

async function tablesOfState(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'service_migration%' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name).filter((name) => NOT_STATE[name] !== 'all')
}

async function hashOf(db: Database, tables: readonly string[]): Promise<string> {
  const parts = tables.map((table) => {
    const excluded: readonly string[] = [NOT_STATE[table] ?? []].flat()
    const row = excluded.reduce((json, column) => sql`${json} - ${sql.lit(column)}`, sql`to_jsonb(r)`)
    const rows =
      table === 'events'
        ? sql`where r.type not in (${sql.join(EVENTS_OF_ALERTS.map((type) => sql.lit(type)))})`
        : sql``
    return sql`(select ${sql.lit(`${table} `)} || coalesce(md5(string_agg(t.row, ',' order by t.row)), '') from (select (${row})::text as row from ${sql.table(table)} r ${rows}) t)`
  })
  const { rows } = await sql<{ hash: string }>`select concat_ws(chr(10), ${sql.join(parts)}) as hash`.execute(
    db,
  )
  return rows[0]?.hash ?? ''
}
