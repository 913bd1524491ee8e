import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Fees } from './gas.ts'
import { utcDay } from './gas-budget.ts'
import type { RelayParts } from './relay-parts.ts'
import type { AttemptKind, RelayPurpose } from './tables.ts'
import type { Attempt, UnsignedAttempt } from './sign-attempt.ts'

export type NewRelayed = Attempt & {
  id: string
  organizationId?: string | undefined
  from: Address
  nonce: number
  purpose: RelayPurpose
  call: Omit<UnsignedAttempt, 'nonce'>
}

/** Wei that a transaction can cost at the most. */
export function highestCost({ gasLimit, fees }: { gasLimit: bigint; fees: Fees }): bigint {
  return gasLimit * fees.maxFeePerGas
}

/**
 * Rows and their first attempts, in one statement. All rows are one parameter: the statement is the same for any
 * number of them, so the embedded engine keeps it prepared.
 */
export async function insertRelayed(
  parts: RelayParts,
  trx: Transaction,
  signed: readonly NewRelayed[],
): Promise<void> {
  const now = parts.clock.now()
  const rows = signed.map((one) => relayedRow(parts, one, now))
  const attempts = signed.map((one) => attemptRow({ ...one, kind: 'call', fees: one.call.fees }, now))
  const [row, attempt] = [rows[0], attempts[0]]
  if (row === undefined || attempt === undefined) return
  await sql`
    with attempts as (
      insert into relayer_attempts (${columnsOf(attempt)})
      select ${columnsOf(attempt)}
      from jsonb_populate_recordset(null::relayer_attempts, ${JSON.stringify(attempts)}::jsonb))
    insert into relayed_transactions (${columnsOf(row)})
    select ${columnsOf(row)}
    from jsonb_populate_recordset(null::relayed_transactions, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
}

function columnsOf(row: object) {
  return sql.join(Object.keys(row).map((name) => sql.ref(name)))
}

function relayedRow(parts: RelayParts, relayed: NewRelayed, now: Date) {
  const { id, from, nonce, purpose, organizationId, call, hash } = relayed
  return {
    id,
    chain_id: parts.chain.id,
    from_address: from,
    nonce,
    purpose,
    to_address: lowerCase(call.to),
    value: call.value.toString(),
    data: call.data,
    gas_limit: Number(call.gasLimit),
    status: 'signed',
    hash,
    created_at: now,
    attempted_at: now,
    organization_id: organizationId ?? null,
    gas_day: organizationId === undefined ? null : utcDay(now),
    reserved_wei: highestCost(call).toString(),
  }
}

type SignedAttempt = Attempt & { id: string; kind: AttemptKind; fees: Fees }

/** A row of `relayer_attempts`; `id` is the relayed transaction's. */
export function attemptRow({ id, hash, raw, kind, fees }: SignedAttempt, now: Date) {
  return {
    hash,
    relayed_id: id,
    raw,
    kind,
    max_fee_per_gas: fees.maxFeePerGas.toString(),
    max_priority_fee_per_gas: fees.maxPriorityFeePerGas.toString(),
    created_at: now,
  }
}
