import { sql } from 'kysely'
import type { Hex, Address } from 'viem'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { insertRows, type Transaction } from '#service/db/database.ts'
import type { Fees } from './fees.ts'
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
  /** The transaction that carries this call with others, and the position of the call in it. */
  bundle?: { id: string; position: number }
}

/** Maximum cost of a transaction in wei. */
export function highestCost({ gasLimit, fees }: { gasLimit: bigint; fees: Fees }): bigint {
  return gasLimit * fees.maxFeePerGas
}

/** Inserts one or more rows, and the first attempts of those sent alone, in one statement. */
export async function insertRelayed(
  parts: RelayParts,
  trx: Transaction,
  signed: readonly NewRelayed[],
): Promise<void> {
  const now = parts.clock.now()
  const rows = signed.map((one) => relayedRow(parts, one, now))
  const attempts = signed
    .filter(({ bundle }) => bundle === undefined)
    .map((one) => attemptRow({ ...one, kind: 'call', fees: one.call.fees }, now))
  await sql`
    with attempts as (${insertRows('relayer_attempts', attempts)})
    ${insertRows('relayed_transactions', rows)}`.execute(trx)
}

function relayedRow(parts: RelayParts, relayed: NewRelayed, now: Date) {
  const { id, from, nonce, purpose, organizationId, call, hash, bundle } = relayed
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
    bundle_id: bundle?.id ?? null,
    bundle_position: bundle?.position ?? null,
  }
}

type SignedAttempt = Attempt & { id: string; kind: AttemptKind; fees: Fees }

/** Returns a row of `relayer_attempts`. `id` is the relayed transaction's. */
export function attemptRow(
  { id, hash, raw, kind, fees }: SignedAttempt,
  now: Date,
): {
  hash: Hex
  relayed_id: string
  raw: Hex
  kind: AttemptKind
  max_fee_per_gas: string
  max_priority_fee_per_gas: string
  created_at: Date
} {
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

const REFUSAL_LENGTH_MAX = 300

/** Stores the time since which the pool has rejected a transaction, and the pool's message. */
export async function noteRefusal(parts: RelayParts, id: string, words: string): Promise<void> {
  const now = parts.clock.now()
  await parts.db
    .updateTable('relayed_transactions')
    .where('id', '=', id)
    .set((eb) => ({
      refused_since: eb.fn.coalesce('refused_since', eb.val(now)),
      refusal: words.slice(0, REFUSAL_LENGTH_MAX),
    }))
    .execute()
}

/** Stores the message of a node that did not accept a transaction but may accept it later. */
export async function noteWords(parts: RelayParts, id: string, words: string): Promise<void> {
  await parts.db
    .updateTable('relayed_transactions')
    .where('id', '=', id)
    .set({ refusal: words.slice(0, REFUSAL_LENGTH_MAX) })
    .execute()
}

/**
 * Records that the pool has the transaction, or a transaction that uses its nonce. The node's last message stays,
 * because it explains the earlier rejection.
 */
export async function noteAccepted(parts: RelayParts, id: string): Promise<void> {
  await parts.db
    .updateTable('relayed_transactions')
    .where('id', '=', id)
    .set({ refused_since: null })
    .execute()
}
