import { sql } from 'kysely'
import type { Rows, Size } from './counts.ts'

/** The console's audit log, with one entry per wallet. Its hashes are meaningless. */
export function auditRows({ wallets, organizations, large }: Size): Rows[] {
  return [
    {
      table: 'bff_audit_entry',
      insert: sql`insert into bff_audit_entry (organization_id, sequence, occurred_at, actor_id, actor_name, action, target,
          details, result, request_id, ip_address, previous_hash, hash)
        select case when number % 10 < 7 then ${large.id} else size_uuid('organization', number % ${organizations})::text end, number,
          now() - (${wallets} - number) * (interval '700 days' / ${wallets}::integer), 'admin-' || number % 8, 'Ada ' || number % 8,
          case when number % 5000 = 11 then 'member.removed' when number % 10 < 4 then 'export.started' else 'wallet.read' end,
          size_address('wallet', number), '{}', case when number % 4000 = 1 then 'refused' else 'done' end,
          'req_' || number, '198.51.100.7', substr(size_hash('entry', number - 1), 3), substr(size_hash('entry', number), 3)
        from generate_series(1::bigint, ${wallets}::bigint) as number`,
    },
  ]
}
