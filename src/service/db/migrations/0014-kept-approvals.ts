import { sql, type Kysely } from 'kysely'

/**
 * Lets an approval of several people outlive its request, and end with its person's membership (ADR 0012).
 * The index finds policies that lost an approver, for their alert. Rows from before this step have no version of the policies, so none of their approvals is carried over.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table held_approvers add column removed_at timestamptz, add column carried_from uuid`,
  `alter table held_transactions add column policy_version text`,
  `alter table held_messages add column policy_version text, add column requested_by jsonb`,
  `create index policies_removed_approvers on policies (organization_id)
    where enabled and jsonb_path_exists(rule, '$.approvers[*].removed')`,
]
