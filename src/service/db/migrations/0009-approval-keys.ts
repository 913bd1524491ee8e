import { sql, type Kysely } from 'kysely'

/** Further approval passkeys become keys of the approval wallet, by a call that one of its keys signs (profile 14). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table approver_ceremonies add column passkey_id text,
    add column key_change text check (key_change in ('add', 'remove')),
    add column other_key text check (other_key ~ '^[0-9a-f]{128}$')`,
  `alter table approver_ceremonies drop constraint approver_ceremonies_kind_check`,
  `alter table approver_ceremonies add constraint approver_ceremonies_kind_check
    check (kind in ('enrol', 'sign-in', 'decide', 'object', 'change-key')) not valid`,
]
