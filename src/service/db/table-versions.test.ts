import { expect, test } from 'vitest'
import { TableVersions } from './table-versions.ts'

const changes = [
  'insert into wallets (id) values ($1)',
  'INSERT  INTO "wallets" (id) values ($1)',
  'update wallets as wallet set status = $1',
  'update only wallets set status = $1',
  'delete from public.wallets where id = $1',
  'merge into wallets using x on true when matched then delete',
  'with gone as (delete from wallets returning id) select * from gone',
  'alter table wallets add column x text',
  'truncate organizations, wallets',
  'do $$ begin perform 1; end $$',
]
test.each(changes)('param: counts for its table: %s', (statement) => {
  const versions = new TableVersions()
  const before = versions.of(['wallets'])
  versions.noteStatement(statement)
  expect(versions.of(['wallets'])).toBeGreaterThan(before)
})

const others = [
  'select * from wallets for update',
  'insert into holding_wallets (address) select address from wallets',
  'insert into wallets_seen (id) values ($1)',
  'update api_keys set last_used_at = $1 where id in (select id from wallets)',
  "insert into gas_spending values ($1) on conflict do update set day = 'wallets'",
]
test.each(others)('param: does not count for wallets: %s', (statement) => {
  const versions = new TableVersions()
  versions.noteStatement(statement)
  expect(versions.of(['wallets'])).toBe(0)
})
