import { sql } from 'kysely'
import type { Rows, Size } from './counts.ts'

/** Number of newest transactions whose events have no sequence yet. */
const UNSEQUENCED = 2_500

/** The events of thirty days, two per transaction, with their endpoints, deliveries and attempts. */
export function eventRows(size: Size): Rows[] {
  return [endpoints(size), ...numberedRows(size), ...deliveryRows(size)]
}

function endpoints({ organizations, large, medium }: Size): Rows {
  return {
    table: 'webhook_endpoints',
    insert: sql`insert into webhook_endpoints (id, organization_id, url, description, types, enabled, disabled_reason, disabled_at,
          secret_box, failing_since, created_at, updated_at)
        select size_uuid('endpoint', number), organization, 'https://shop.example/hooks/' || number, '', types, number % 40 <> 39,
          case when number % 40 = 39 then 'failing' end, case when number % 40 = 39 then now() end, size_hex(number, 60),
          case when number % 20 = 5 then now() - interval '2 days' end, now() - interval '80 days', now()
        from (
          select 1 as number, ${large.id}::uuid as organization, null::text[] as types
          union all select 2, ${large.id}::uuid, '{transaction.confirmed,transaction.failed}'
          union all select 3, ${medium.id}::uuid, null
          union all select 10 + number, size_uuid('organization', number), null
          from generate_series(0, ${organizations - 1}::integer) as number) as made`,
  }
}

function numberedRows({ wallets, transactions }: Size): Rows[] {
  const first = Math.floor(transactions / 2)
  const rank = sql`(number * 10 + step)`
  return [
    {
      table: 'events',
      insert: sql`insert into events (id, position, sequence, organization_id, type, occurred_at, data)
        overriding system value
        select 'evt_' || substr(size_hash('event', ${rank}), 3, 32), ${rank},
          case when number <= ${transactions - UNSEQUENCED} then ${rank} end, size_organization(wallet),
          case when step = 1 then 'transaction.submitted' when state = 'FAILED' then 'transaction.failed'
            when state = 'EXPIRED' then 'transaction.expired' when state = 'REJECTED' then 'transaction.rejected'
            when state = 'CANCELLED' then 'transaction.cancelled' else 'transaction.confirmed' end,
          now() - size_ago(number), json_build_object('transactionUuid', size_uuid('transaction', number),
            'walletAddress', size_address('wallet', wallet), 'externalUserId', 'user-' || wallet, 'status', state,
            'digest', size_hash('digest', number), 'transactionHash', size_hash('hash', number))
        from (select number, step, size_wallet(number) as wallet, size_state(number) as state
          from generate_series(${first + 1}::bigint, ${transactions}::bigint) as number cross join generate_series(1, 2) as step) as made`,
    },
    {
      table: 'events',
      insert: sql`insert into events (id, position, sequence, organization_id, type, occurred_at, data)
        overriding system value
        select 'evt_' || substr(size_hash('created', number), 3, 32), ${rank}, ${rank}, size_organization(number % ${wallets}),
          case when number % 1000 = 7 then 'alert.raised' else 'wallet.created' end, now() - size_ago(number),
          json_build_object('walletAddress', size_address('wallet', number % ${wallets}))
        from generate_series(${first + 1}::bigint, ${transactions - UNSEQUENCED}::bigint) as number cross join (select 3 as step) as one
        where number % 100 = 7`,
    },
    {
      table: 'event_counter',
      insert: sql`update event_counter set last_sequence = ${transactions * 10 + 9}`,
    },
  ]
}

function deliveryRows({ transactions }: Size): Rows[] {
  return [
    {
      table: 'webhook_deliveries',
      insert: sql`insert into webhook_deliveries (id, organization_id, endpoint_id, event_id, type, status, attempts, due_at, pending_since,
          created_at, delivered_at)
        select size_uuid(endpoint_id::text, position), organization_id, endpoint_id, event_id, type, status,
          case status when 'failed' then 10 when 'pending' then 3 else 1 end,
          case when status = 'pending' then now() + (position % 1000 - 100) * interval '30 seconds' end, at, at,
          case when status = 'delivered' then at end
        from (select endpoint.id as endpoint_id, events.id as event_id, events.organization_id, events.type, position, occurred_at as at, case
            when not endpoint.enabled then 'cancelled'
            when failing_since is not null and occurred_at > now() - interval '3 days' then 'pending'
            when endpoint.id = size_uuid('endpoint', 2) and position > ${transactions * 10 - 40_000} then 'pending'
            when failing_since is not null or position % 700 < 2 then 'failed'
            when position % 5000 = 3 then 'cancelled' else 'delivered' end as status
          from events join webhook_endpoints as endpoint on endpoint.organization_id = events.organization_id
          where sequence is not null and (types is null or type = any(types))) as made`,
    },
    {
      // Filled here, because triggers are off.
      table: 'pending_deliveries',
      insert: sql`insert into pending_deliveries (endpoint_id, due_at, delivery_id, pending_since)
        select endpoint_id, due_at, id, pending_since from webhook_deliveries where due_at is not null`,
    },
    {
      table: 'webhook_attempts',
      insert: sql`insert into webhook_attempts (id, delivery_id, attempted_at, duration_ms, delivered, response_status, response_bytes,
          problem, request_headers, response_headers, response_body)
        select gen_random_uuid(), id, created_at + try * interval '5 minutes', 80, status = 'delivered',
          case when status = 'delivered' then 200 else 503 end, 2, case when status <> 'delivered' then 'status' end,
          ${HEADERS}::json, ${HEADERS}::json, 'ok'
        from webhook_deliveries cross join lateral generate_series(1, attempts) as try where status <> 'cancelled'`,
    },
  ]
}

const HEADERS = JSON.stringify({
  'content-type': 'application/json',
  'user-agent': 'Latchkey/1.0',
  'webhook-id': 'evt_00000000000000000000000000000000',
  'webhook-timestamp': '1795000000',
  'webhook-signature': `v1,${'A'.repeat(44)}`,
})
