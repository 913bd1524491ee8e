import { sql } from 'kysely'
import type { Rows, Size } from './counts.ts'

const KEY_DAYS = 30

/** Requests of keys in thirty days, with their counts. */
export function requestRows({ transactions, organizations, large, medium }: Size): Rows[] {
  const keys = sql`(
    select id as key_id, 12 as endpoints, 40 as sources from api_keys where id = ${large.keyId}
    union all select ${medium.keyId}, 10, 10
    union all select size_uuid('key', number), 6, 2 from generate_series(0::bigint, ${organizations - 1}::bigint) as number) as keys`
  return [
    {
      table: 'api_key_requests',
      insert: sql`insert into api_key_requests (key_id, answered_at, method, path, status, code, message, duration_ms, ip, request_id)
        select size_key(number), now() - (${transactions} - number) * (interval '30 days' / ${transactions}::integer),
          case when number % 100 < 60 then 'POST' when number % 5000 = 4999 then 'DELETE' else 'GET' end,
          '/v1/baas/transactions/' || size_uuid('transaction', number), case when code is null then 200 else 403 end, code,
          case when code is not null then 'The key lacks a scope' end, 12, '198.51.100.' || number % 250,
          'req_' || substr(size_hash('request', number), 3, 24)
        from (select number, case when number % 50 = 17 then 'FORBIDDEN' when number % 100000 = 4 then 'POLICY_REFUSED' end as code
          from generate_series(1::bigint, ${transactions}::bigint) as number) as made`,
    },
    {
      table: 'api_key_usage',
      insert: sql`insert into api_key_usage (key_id, epoch_day, endpoint, source, requests)
        select key_id, extract(epoch from now())::integer / 86400 - day, 'endpoint' || endpoint, '198.51.100.' || source, 100
        from ${keys} cross join generate_series(0, ${KEY_DAYS}) as day cross join lateral generate_series(1, endpoints) as endpoint
        cross join lateral generate_series(1, sources) as source`,
    },
    {
      table: 'rate_counts',
      insert: sql`insert into rate_counts (subject, window_started_at, requests)
        select 'key ' || id, date_trunc('minute', now()) - minute * interval '1 minute', 10
        from api_keys cross join generate_series(0, 9) as minute`,
    },
  ]
}
