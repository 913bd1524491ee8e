import { sql } from 'kysely'
import { listTables, type Database } from '#service/index.ts'

/** Number of rows by table. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listTables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/**
 * Inserts a row into each table that the use of a sandbox leaves empty.
 *
 * @throws Error that names the tables for which there is no row
 */
export async function fillEmptyTables(db: Database): Promise<void> {
  const counts = await countRows(db)
  for (const [table, row] of Object.entries(ROWS)) {
    if (counts[table] === 0) await sql.raw(`insert into ${table} ${row}`).execute(db)
  }
  const empty = Object.entries(await countRows(db)).flatMap(([table, count]) => (count === 0 ? [table] : []))
  if (empty.length > 0) throw new Error(`There is no row for these tables: ${empty.join(', ')}`)
}

const ORGANIZATION = '(select id from organizations order by created_at limit 1)'
/** The second organization, which no wallet belongs to. */
const OTHER = '(select id from organizations order by created_at desc limit 1)'
const APPROVER = '(select id from approvers order by created_at limit 1)'
const WALLET = '(select address from wallets order by created_at limit 1)'
const EXECUTED = `(select id from transactions where state = 'CONFIRMED' order by created_at limit 1)`
const DELIVERY = '(select id from webhook_deliveries order by created_at limit 1)'
const MEMBERSHIP =
  '(select organization_id from bff_member limit 1), (select admin_id from bff_member limit 1)'
const CONSOLE = '(select id from bff_organization order by created_at limit 1)'
const ADMIN = '(select id from bff_admin limit 1)'
const SESSION = '(select id_hash from bff_session limit 1)'
const LATER = `now() + interval '1 day'`
const DIGEST = `repeat('ab', 32)`
const HASH = `'0x' || ${DIGEST}`
const ADDRESS = `'0x' || repeat('cd', 20)`
const SOME_ID = 'gen_random_uuid()'

/** Columns and values by table, in an order in which each row finds those that it refers to. */
const ROWS: Readonly<Record<string, string>> = {
  leases: `values ('example', ${SOME_ID}, now())`,
  fee_settings: `values (${OTHER}, ${ADDRESS}, 'DEMO', 6, 100, ${ADDRESS}, now())`,
  usage_days: `values (${OTHER}, '2026-01-01', null, '{}')`,
  rate_counts: `values ('example', now(), 3)`,
  api_key_usage: `values ((select id from api_keys limit 1), 20000, 'GET /wallets', 'api', 3)`,
  receipt_keys: `values (repeat('ab', 8), 'example', now())`,
  verification_guards: `values (${ORGANIZATION}, '', now(), 1)`,
  organization_tokens: `(id, organization_id, address, standard, name, symbol, decimals, logo_url, removed, created_at)
    values (${SOME_ID}, ${OTHER}, ${ADDRESS}, 'erc20', 'Example', 'EX', 6, '', false, now())`,
  idempotency_keys: `values (${ORGANIZATION}, ${DIGEST}, ${DIGEST}, 'open', now(), null, now())`,
  open_relayed_transactions: `values (1, ${ADDRESS}, 0, ${SOME_ID})`,
  gas_budgets: `values (${OTHER}, 1000, now())`,
  gas_spending: `values (${OTHER}, '2026-01-01', 0)`,
  submitted_transactions: `values (${OTHER}, now(), ${SOME_ID})`,
  approver_invitations: `values (${DIGEST}, ${APPROVER}, ${LATER})`,
  approver_sessions: `values (${DIGEST}, ${APPROVER}, ${LATER})`,
  held_messages: `(id, organization_id, wallet_address, approver_id, message, origin, digest, number, candidates,
      deadline, decided_at, approved)
    values (${SOME_ID}, ${ORGANIZATION}, ${WALLET}, ${APPROVER}, '{"kind":"text","text":"I accept the terms."}',
      'http://shop.localhost:4001', ${HASH}, 42, '{42}', ${LATER}, now(), true)`,
  held_approvers: `(message_id, approver_id, place, approved, decided_at)
    values ((select id from held_messages limit 1), ${APPROVER}, 1, true, now())`,
  approver_ceremonies: `(id_hash, kind, challenge, expires_at) values (${DIGEST}, 'sign-in', 'example', ${LATER})`,
  approver_mutes: `values (${APPROVER}, ${WALLET}, ${LATER})`,
  push_keys: `values (1, 'example', 'example', now())`,
  approver_push_subscriptions: `values (${SOME_ID}, ${APPROVER}, ${DIGEST}, 'https://push.example/1', 'a', 'b', 0, now())`,
  approver_pushes: `(subscription_id, sent_at)
    values ((select id from approver_push_subscriptions limit 1), now())`,
  bypassed_approvals: `values (${HASH}, ${APPROVER}, now())`,
  unread_executions: `values (${HASH}, ${OTHER}, ${ADDRESS}, ${HASH}, 1, ${HASH}, 'policy', false, now())`,
  message_effects: `values (${ORGANIZATION}, ${WALLET}, ${HASH}, '[]', now())`,
  message_key_uses: `values (${WALLET}, ${DIGEST}, ${DIGEST}, now())`,
  co_signatures: `values (${EXECUTED}, '0xab', now())`,
  wallet_authority_events: `(wallet_address, transaction_hash, log, organization_id, kind, found_at)
    values (${WALLET}, ${HASH}, '0', ${ORGANIZATION}, 'key-added', now())`,
  authority_changes: `(approver_id, wallet_address, kind, transaction_hash, log)
    values (${APPROVER}, ${WALLET}, 'key-added', ${HASH}, '0')`,
  removal_objections: `(wallet_address, removal_ends_at, organization_id, co_signer, done_at)
    values (${WALLET}, 1, ${ORGANIZATION}, ${ADDRESS}, now())`,
  deployment_searches: `values (1, 0, now())`,
  holding_pictures: `(chain_id, token_address, token_id, name, description, fetched_at, stale_at)
    values (1, ${ADDRESS}, 1, 'Example', '', now(), ${LATER})`,
  webhook_leases: `values (${DELIVERY}, (select id from webhook_endpoints limit 1), ${ORGANIZATION}, ${SOME_ID}, now())`,
  webhook_attempts: `(id, delivery_id, attempted_at, duration_ms, delivered, problem)
    values (${SOME_ID}, ${DELIVERY}, now(), 3, false, 'refused')`,
  alerts: `(organization_id, kind, subject, name, raised_at, seen_at, cleared_at)
    values (${ORGANIZATION}, 'webhook-failing', 'example', 'Example', now(), now(), now())`,
  sandbox_clock: `values (1, 0)`,
  bff_account_event: `values ('event', ${CONSOLE}, 'passkey-added', ${ADMIN}, 'Ada', '{"kind":"self"}', null, now())`,
  bff_account_mail: `values ('mail', 'ada@example.com', 'en', 'passkey-added', '{}', now(), now() + interval '100 years')`,
  bff_alert_acknowledgement: `values (${CONSOLE}, 'alert', 'Ada', now())`,
  bff_alert_mail: `values ('alert', ${MEMBERSHIP})`,
  bff_audit_begun: `values ('begun', ${CONSOLE}, '{}', now())`,
  bff_ceremony: `(id_hash, kind, challenge, expires_at) values (${DIGEST}, 'sign-in', 'example', ${LATER})`,
  bff_ended_session: `values (${DIGEST}, 'signed-out', null, ${LATER})`,
  bff_hosted_upstream: `(organization_id, hook_id) values (${CONSOLE}, 'hook')`,
  bff_hosted_transaction: `(organization_id, transaction_uuid, status, learnt_from, learnt_at)
    values (${CONSOLE}, 'transaction', 'CONFIRMED', 'poll', now())`,
  bff_identity: `values ('https://login.example', 'ada', ${ADMIN}, 'ada@example.com', now())`,
  bff_integration: `(id, organization_id, label, secret_hash, start, operations, created_at)
    values ('integration', ${CONSOLE}, 'Shop', ${DIGEST}, 'is_live_ab', '{create}', now())`,
  bff_integration_origin: `values ('integration', 'https://shop.example')`,
  bff_invitation: `(id, organization_id, token_hash, role, invited_by, invited_by_id, created_at, expires_at)
    values ('invitation', ${CONSOLE}, ${DIGEST}, 'operator', 'Ada', ${ADMIN}, now(), ${LATER})`,
  bff_member_address: `values (${MEMBERSHIP}, 'ada@example.com', 'alerts')`,
  bff_recovery: `(token_hash, admin_id, kind, created_at) values (${DIGEST}, ${ADMIN}, 'code', now())`,
  bff_repeated_answer: `values (${SESSION}, ${DIGEST}, ${DIGEST}, 'open', now(), null, now())`,
  bff_saved_address: `values (${CONSOLE}, ${ADDRESS}, 'Exchange', '', null, 'Ada', now())`,
  bff_setup_link: `(token_hash, created_at, expires_at, used_at) values (${DIGEST}, now(), now(), now())`,
  bff_step_up: `values (${DIGEST}, ${SESSION}, 'PUT', '/api/account/name', ${DIGEST}, 'example', null, ${LATER})`,
  bff_wallet_passkey: `(organization_id, wallet_address, credential_id, qx, qy, rp_id, created_at)
    values (${CONSOLE}, ${WALLET}, 'credential', ${DIGEST}, ${DIGEST}, 'localhost', now())`,
  bff_widget_session: `(token_hash, organization_id, integration_id, origin, operations, expires_at)
    values (${DIGEST}, ${CONSOLE}, 'integration', 'https://shop.example', '{create}', ${LATER})`,
}
