import { sql } from 'kysely'
import { DAYS, type Rows, type Size } from './counts.ts'

/** Lengths in bytes, as measured for a transfer signed with a passkey. */
const SIGNATURE_BYTES = 480
const EXECUTE_BYTES = 1_000
const RAW_BYTES = 1_120

const CHAIN = 31_337
/** The keys of the relayer: one for the calls, one for the deployments. */
const LANES = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
const COIN = `0x${'c0'.repeat(20)}`
const ITEMS = `0x${'d0'.repeat(20)}`

/** Kind of a call, by its number. Nearly all are transfers of one coin. */
const KIND = sql`case when number % 100 < 3 then 'native' when number % 100 < 8 then 'approve'
  when number % 100 < 10 then 'item' when number % 100 = 10 then 'batch' when number % 2000 = 11 then 'rare' else 'coin' end`

/** Transactions with the relayer's transactions, held ones, and their notifications. */
export function transactionRows(size: Size): Rows[] {
  return [calls(size), SUBMITTED, ...sentRows(size), ...heldRows(size)]
}

function calls({ transactions }: Size): Rows {
  const isSent = sql`state in ('CONFIRMED', 'FAILED', 'SUBMITTED')`
  return {
    table: 'transactions',
    insert: sql`insert into transactions (id, organization_id, wallet_address, digest, state, watch, to_address, value, data,
          expiration, fee, fee_coin_address, fee_withdraw_address, signature, relayed_id, transaction_hash, block_number,
          block_hash, reason, requested_by, created_at, updated_at)
        select size_uuid('transaction', number), size_organization(wallet), size_address('wallet', wallet),
          size_hash('digest', number), state,
          case when state in ('PENDING_USER_APPROVAL', 'APPROVED') or (state <> 'CONFIRMED' and ago < interval '1 day'
            and number % 4 <> 0 and state <> 'SUBMITTED') then 'followed' end,
          case kind when 'native' then size_address('payee', number % 1000) when 'item' then ${ITEMS}
            when 'batch' then size_address('wallet', wallet) when 'rare' then size_address('token', number % 7) else ${COIN} end,
          case kind when 'native' then number else 0 end,
          case kind when 'native' then '0x' when 'approve' then '0x095ea7b3' || size_hex(number, 64)
            when 'item' then '0x42842e0e' || size_hex(number, 96) when 'batch' then '0x34fcd5be' || size_hex(number, 600)
            else '0xa9059cbb' || size_hex(number, 64) end,
          extract(epoch from now() - ago + interval '1 hour')::bigint, number % 50, ${COIN}, ${LANES[0]},
          decode(size_hex(number, ${SIGNATURE_BYTES}), 'hex'), case when ${isSent} then size_uuid('relayed', number) end,
          case when ${isSent} then size_hash(case when number / 10 % 2 = 0 then 'bundled' else 'hash' end,
            case when number / 10 % 2 = 0 then number / 10 else number end) end,
          case when ${isSent} then number / 10 end, case when ${isSent} then size_hash('block', number / 10) end,
          case when state in ('FAILED', 'REJECTED', 'EXPIRED') then 'not approved in time' end,
          jsonb_build_object('id', 'admin-1', 'name', 'Ada'), now() - ago, now() - ago + interval '20 seconds'
        from (select number, size_wallet(number) as wallet, size_state(number) as state, size_ago(number) as ago, ${KIND} as kind
          from generate_series(1::bigint, ${transactions}::bigint) as number) as made`,
  }
}

/** Filled here, because triggers are off. */
const SUBMITTED: Rows = {
  table: 'submitted_transactions',
  insert: sql`insert into submitted_transactions (organization_id, created_at, transaction_id)
    select organization_id, created_at, id from transactions where state = 'SUBMITTED'`,
}

function sentRows({ wallets, transactions }: Size): Rows[] {
  return [
    relayed(sql`select number, 'relayed' as named, 'transaction' as purpose, size_organization(size_wallet(number)) as organization,
      size_address('wallet', size_wallet(number)) as target, size_state(number) as state, size_ago(number) as ago,
      ${LANES[0]} as lane, case when number / 10 % 2 = 0 then number / 10 end as bundle
      from generate_series(1::bigint, ${transactions}::bigint) as number where size_state(number) in ('CONFIRMED', 'FAILED', 'SUBMITTED')`),
    relayed(sql`select number * 10 as number, 'bundle' as named, 'bundle' as purpose, null::uuid as organization,
      ${ITEMS} as target, size_state(number * 10) as state, size_ago(number * 10) as ago, ${LANES[0]} as lane, null::bigint as bundle
      from generate_series(0::bigint, ${Math.floor(transactions / 10)}::bigint) as number where number % 2 = 0`),
    relayed(sql`select number, 'deployment' as named, 'wallet' as purpose, size_organization(number) as organization,
      ${ITEMS} as target, 'CONFIRMED' as state, interval '70 days' as ago, ${LANES[1]} as lane, null::bigint as bundle
      from generate_series(1::bigint, ${wallets}::bigint) as number`),
    {
      // Filled here, because triggers are off.
      table: 'open_relayed_transactions',
      insert: sql`insert into open_relayed_transactions (chain_id, from_address, nonce, relayed_id)
        select chain_id, from_address, nonce, id from relayed_transactions where status = 'signed' and bundle_id is null`,
    },
    {
      table: 'relayer_attempts',
      insert: sql`insert into relayer_attempts (hash, relayed_id, raw, kind, max_fee_per_gas, max_priority_fee_per_gas, created_at)
        select hash, id, '0x' || size_hex(nonce, ${RAW_BYTES}), 'call', 2000000000, 1000000000, created_at
        from relayed_transactions where bundle_id is null`,
    },
  ]
}

function heldRows({ transactions }: Size): Rows[] {
  const each = sql`generate_series(1::bigint, ${transactions}::bigint) as number`
  const held = sql`${each} where number % 10 = 3 and size_wallet(number) % 20 >= 3`
  const recent = sql`number > ${transactions}::bigint * ${1 - 2 / DAYS}::double precision`
  return [
    {
      table: 'held_transactions',
      insert: sql`insert into held_transactions (transaction_id, approver_id, number, candidates, held_at, deadline, notified_at,
          decided_at, approved)
        select size_uuid('transaction', number), size_uuid('approver', size_wallet(number)), 42, '{17,42,73}', now() - size_ago(number),
          now() - size_ago(number) + interval '1 hour', now() - size_ago(number),
          case when size_state(number) not in ('PENDING_USER_APPROVAL', 'EXPIRED') then now() - size_ago(number) end,
          size_state(number) not in ('PENDING_USER_APPROVAL', 'EXPIRED', 'REJECTED')
        from ${held}`,
    },
    {
      table: 'approver_mails',
      insert: sql`insert into approver_mails (approver_id, kind, transaction_id, attempts, due_at, sent_at, created_at)
        select size_uuid('approver', size_wallet(number)), 'held', size_uuid('transaction', number), 1, now() - size_ago(number),
          case when number <= ${transactions} - 3000 then now() - size_ago(number) end, now() - size_ago(number)
        from ${held} and ${recent}`,
    },
    {
      table: 'approver_pushes',
      insert: sql`insert into approver_pushes (subscription_id, transaction_id, attempts, due_at, sent_at, created_at)
        select size_uuid('subscription', size_wallet(number)), size_uuid('transaction', number), 1, now() - size_ago(number),
          case when number <= ${transactions} - 3000 then now() - size_ago(number) end, now() - size_ago(number)
        from ${held} and ${recent} and size_wallet(number) % 5 = 0`,
    },
    {
      table: 'idempotency_keys',
      insert: sql`insert into idempotency_keys (organization_id, key_hash, request_hash, state, lease_until, sealed_answer, created_at)
        select size_organization(size_wallet(number)), substr(size_hash('once', number), 3), substr(size_hash('asked', number), 3),
          'done', now(), size_hex(number, 300), now() - size_ago(number)
        from ${each} where ${recent}`,
    },
    {
      table: 'gas_spending',
      insert: sql`insert into gas_spending (organization_id, day, spent_wei)
        select organizations.id, to_char(now() - day * interval '1 day', 'YYYY-MM-DD'), 12345678901234567
        from organizations cross join generate_series(0, ${DAYS * 2}) as day`,
    },
  ]
}

/** Rows of the relayer, from a relation with their numbers and the values that differ between them. */
function relayed(of: Rows['insert']): Rows {
  return {
    table: 'relayed_transactions',
    insert: sql`insert into relayed_transactions (id, chain_id, from_address, nonce, purpose, organization_id, to_address, value, data,
        gas_limit, gas_day, reserved_wei, status, hash, block_number, block_hash, gas_used, gas_price, cost_wei, created_at,
        attempted_at, settled_at, bundle_id, bundle_position)
      select size_uuid(named, number), ${CHAIN}, lane, coalesce(bundle * 10, number), purpose, organization, target, 0,
        '0x' || size_hex(number, ${EXECUTE_BYTES}), 120000, to_char(now() - ago, 'YYYY-MM-DD'), 240000000000000,
        case state when 'SUBMITTED' then 'signed' when 'FAILED' then 'failed' else 'confirmed' end,
        case when named = 'deployment' then size_hash('deployment', number) when bundle is not null then size_hash('bundled', bundle)
          when named = 'bundle' then size_hash('bundled', number / 10) else size_hash('hash', number) end,
        case when state <> 'SUBMITTED' then number / 10 end, case when state <> 'SUBMITTED' then size_hash('block', number / 10) end,
        60000, 1000000000, 60000000000000, now() - ago, now() - ago, case when state <> 'SUBMITTED' then now() - ago end,
        case when bundle is not null then size_uuid('bundle', bundle * 10) end, case when bundle is not null then number % 10 end
      from (${of}) as made`,
  }
}
