import { sql } from 'kysely'
import type { Rows, Size } from './counts.ts'

/** Organizations with their keys, policies and alerts, and the wallets. */
export function walletRows(size: Size): Rows[] {
  return [...organizationRows(size), ...peopleRows(size), ...codeRows(size)]
}

function organizationRows({ wallets, organizations }: Size): Rows[] {
  const eachOrganization = sql`generate_series(0::bigint, ${organizations - 1}::bigint) as number`
  const eachWallet = sql`generate_series(1::bigint, ${wallets}::bigint) as number`
  return [
    {
      table: 'organizations',
      insert: sql`insert into organizations (id, name, key_mark, created_at)
        select size_uuid('organization', number), 'Organization ' || number, 'z' || lpad(number::text, 5, '0'),
          now() - interval '700 days' from ${eachOrganization}`,
    },
    {
      table: 'api_keys',
      insert: sql`insert into api_keys (id, organization_id, label, start, key_hash, scopes, created_at, usage_since, last_used_at)
        select size_uuid(case copy when 0 then 'key' else 'key' || copy end, number), size_uuid('organization', number),
          'Server', 'pk_live_size', substr(size_hash('key' || copy, number), 3), '{wallet:read}', now() - interval '90 days',
          now() - interval '90 days', now()
        from ${eachOrganization} cross join generate_series(0, 2) as copy`,
    },
    {
      table: 'wallets',
      insert: sql`insert into wallets (id, organization_id, address, qx, qy, rp_id_hash, label, external_user_id,
          external_user_label, email, backup_address, with_fee, status, relayed_id, transaction_hash, verification_id,
          creation_hmac, answered_at, created_at, deployed_at)
        select size_uuid('wallet', number), size_organization(number), size_address('wallet', number),
          substr(size_hash('qx', number), 3), substr(size_hash('qy', number), 3), '0x' || repeat('0', 64),
          case when number % 20 < 3 then 'Treasury ' || number when abs(hashint8(number)) % 7 = 0 then ''
            else (array['Savings', 'Main wallet', 'Sparkonto', 'Holiday fund', 'Rücklage'])[1 + abs(hashint8(number)) % 5] end,
          case when number % 20 < 3 then '' else 'user-' || number end,
          case when number % 20 < 3 then '' else
            (array['Ada', 'Grace', 'Jürgen', 'María', 'Chidi', 'Yuki'])[1 + number % 6] || ' '
              || (array['Lovelace', 'Hopper', 'Müller', 'García', 'Okafor', 'Tanaka', 'Smith'])[1 + number % 7] end,
          case when number % 20 < 3 then '' else 'person.' || number || '@mail' || number % 40 || '.example' end,
          case when number % 4 = 0 then size_address('backup', number) end, false,
          case when number > ${wallets} - 20 then 'submitted' when number % 500 = 9 then 'failed' else 'deployed' end,
          size_uuid('deployment', number), size_hash('deployment', number), size_uuid('code', number),
          substr(size_hash('creation', number), 3), created_at, created_at, created_at
        from (select number, now() - (${wallets} - number) * (interval '700 days' / ${wallets}::integer) as created_at
          from ${eachWallet}) as made`,
    },
  ]
}

/** Three wallets in twenty have no end-user. Three in five of the others have enrolled end-users. */
function peopleRows({ wallets }: Size): Rows[] {
  const eachUser = sql`generate_series(1::bigint, ${wallets}::bigint) as number where number % 20 >= 3`
  return [
    {
      table: 'approvers',
      insert: sql`insert into approvers (id, organization_id, external_user_id, email, user_handle, enrolled_at)
        select size_uuid('approver', number), size_organization(number), 'user-' || number,
          'person.' || number || '@mail' || number % 40 || '.example', size_hash('handle', number),
          case when number % 5 < 3 then now() - interval '10 days' end
        from ${eachUser}`,
    },
    {
      table: 'approver_passkeys',
      insert: sql`insert into approver_passkeys (credential_id, approver_id, public_key, counter, transports, backed_up)
        select size_hash('credential', number), size_uuid('approver', number), size_hex(number, 77), 0, '{internal}', true
        from ${eachUser} and number % 5 < 3`,
    },
    {
      table: 'approver_invitations',
      insert: sql`insert into approver_invitations (token_hash, approver_id, expires_at)
        select substr(size_hash('invitation', number), 3), size_uuid('approver', number),
          now() + (number % 700 + 1) * interval '1 minute'
        from ${eachUser} and number % 5 >= 3`,
    },
    {
      table: 'approver_sessions',
      insert: sql`insert into approver_sessions (id_hash, approver_id, expires_at)
        select substr(size_hash('session', number), 3), size_uuid('approver', number),
          now() + (number % 43000 + 1) * interval '1 minute'
        from ${eachUser} and number % 5 < 3`,
    },
    {
      table: 'approver_push_subscriptions',
      insert: sql`insert into approver_push_subscriptions (id, approver_id, session_hash, endpoint, p256dh, auth)
        select size_uuid('subscription', number), size_uuid('approver', number), substr(size_hash('session', number), 3),
          'https://push.example/' || number, size_hex(number, 65), size_hex(number, 16)
        from ${eachUser} and number % 5 = 0`,
    },
    {
      table: 'approver_mutes',
      insert: sql`insert into approver_mutes (approver_id, wallet_address, until)
        select size_uuid('approver', number), size_address('wallet', number), now() + interval '1 hour'
        from ${eachUser} and number % 50 = 4`,
    },
  ]
}

function codeRows({ wallets, organizations }: Size): Rows[] {
  const eachOrganization = sql`generate_series(0::bigint, ${organizations - 1}::bigint) as number`
  const eachWallet = sql`generate_series(1::bigint, ${wallets}::bigint) as number`
  return [
    {
      table: 'verification_codes',
      insert: sql`insert into verification_codes (id, organization_id, email, code_hmac, live, created_at, expires_at, spent_at)
        select size_uuid('code', number), size_organization(number), 'person.' || number || '@mail.example',
          substr(size_hash('code', number), 3), number % 50 = 0, created_at, created_at + interval '10 minutes',
          case when number % 50 <> 0 then created_at end
        from (select number, now() - (${wallets} - number) * (interval '2 days' / ${wallets}::integer) as created_at
          from ${eachWallet}) as asked`,
    },
    {
      table: 'verification_guards',
      insert: sql`insert into verification_guards (organization_id, guesser, window_started_at, wrong_tries)
        select size_organization(number), 'guesser ' || number, now() - (number % 2800) * interval '1 minute', 1
        from ${eachWallet} where number % 10 = 0`,
    },
    {
      table: 'policies',
      insert: sql`insert into policies (id, organization_id, name, enabled, rule, created_at, updated_at)
        select gen_random_uuid(), size_uuid('organization', number), 'Not at night', number % 3 = 0,
          '{"kind": "day-limit", "tokenAddress": "0x0000000000000000000000000000000000000000", "amount": "1"}', now(), now()
        from ${eachOrganization} where number % 4 = 0`,
    },
    {
      table: 'alerts',
      insert: sql`insert into alerts (organization_id, kind, subject, name, raised_at, seen_at, cleared_at)
        select size_organization(number), 'key-refused', 'subject ' || number, 'Server', now() - interval '9 days',
          now() - interval '8 days', case when number % 500 <> 0 then now() - interval '8 days' end
        from ${eachWallet} where number % 10 = 8 or number % 100 = 0`,
    },
  ]
}
