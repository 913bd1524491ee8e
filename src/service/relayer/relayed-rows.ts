import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Transaction } from '#service/db/database.ts'
import { insertRows } from '#service/db/insert-rows.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Fees } from './gas.ts'
import { utcDay } from './gas-budget.ts'
import type { RelayParts } from './relay-parts.ts'
import type { Attempt, UnsignedAttempt } from './sign-attempt.ts'
import type { AttemptKind, RelayPurpose } from './tables.ts'

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

/** Rows, at least one, and their first attempts, in one statement. */
export async function insertRelayed(
  parts: RelayParts,
  trx: Transaction,
  signed: readonly NewRelayed[],
): Promise<void> {
  const now = parts.clock.now()
  const rows = signed.map((one) => relayedRow(parts, one, now))
  const attempts = signed.map((one) => attemptRow({ ...one, kind: 'call', fees: one.call.fees }, now))
  await sql`
    with attempts as (${insertRows('relayer_attempts', attempts)})
    ${insertRows('relayed_transactions', rows)}`.execute(trx)
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

/** A relayed transaction that is not settled, with all its signed forms, the newest first. */
export type OpenTransaction = {
  id: string
  nonce: number
  to: Address
  value: bigint
  data: Hex
  gasLimit: bigint
  hash: Hex
  attemptedAt: Date
  refusedSince: Date | null
  attempts: OpenAttempt[]
}

type OpenAttempt = Attempt & {
  kind: AttemptKind
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** The open transactions of a key in the order of their nonces, signed before a moment. */
export async function readOpenTransactions(
  parts: RelayParts,
  from: Address,
  filter: { signedBefore: Date; limit: number },
): Promise<OpenTransaction[]> {
  const rows = await parts.db
    .selectFrom('relayed_transactions')
    .selectAll()
    .where('chain_id', '=', parts.chain.id)
    .where('from_address', '=', from)
    .where('status', '=', 'signed')
    .where('attempted_at', '<=', filter.signedBefore)
    .orderBy('nonce')
    .limit(filter.limit)
    .execute()
  const attempts = await readAttempts(
    parts,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    nonce: row.nonce,
    to: row.to_address,
    value: BigInt(row.value),
    data: row.data,
    gasLimit: BigInt(row.gas_limit),
    hash: row.hash,
    attemptedAt: row.attempted_at,
    refusedSince: row.refused_since,
    attempts: attempts.get(row.id) ?? [],
  }))
}

async function readAttempts(parts: RelayParts, ids: readonly string[]): Promise<Map<string, OpenAttempt[]>> {
  const byId = new Map<string, OpenAttempt[]>()
  if (ids.length === 0) return byId
  const rows = await parts.db
    .selectFrom('relayer_attempts')
    .selectAll()
    .where('relayed_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('max_fee_per_gas', 'desc')
    .execute()
  for (const row of rows) {
    const attempt: OpenAttempt = {
      hash: row.hash,
      raw: row.raw,
      kind: row.kind,
      maxFeePerGas: BigInt(row.max_fee_per_gas),
      maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas),
    }
    byId.set(row.relayed_id, [...(byId.get(row.relayed_id) ?? []), attempt])
  }
  return byId
}

const REFUSAL_LENGTH_MAX = 300

/** Notes since when the pool refuses a transaction, and with which words; `null` when it does not any more. */
export async function setRefusal(parts: RelayParts, id: string, refusal: string | null): Promise<void> {
  const now = parts.clock.now()
  await parts.db
    .updateTable('relayed_transactions')
    .where('id', '=', id)
    .set((eb) => ({
      refused_since: refusal === null ? null : eb.fn.coalesce('refused_since', eb.val(now)),
      refusal: refusal?.slice(0, REFUSAL_LENGTH_MAX) ?? null,
    }))
    .execute()
}
