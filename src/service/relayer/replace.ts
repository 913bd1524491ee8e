import { sql } from 'kysely'
import type { Address } from 'viem'
import { ApiError } from '#server-kit/http/http-error.ts'
import { estimateGas } from '#service/chain/simulate.ts'
import type { Transaction } from '#service/db/database.ts'
import type { FeeMinimum } from './fee-floor.ts'
import type { Fees } from './fees.ts'
import { correctGas } from './gas-budget.ts'
import { withMargin } from './gas.ts'
import { type Lane, signAndStore } from './lane.ts'
import { type OpenTransaction } from './read-open-transactions.ts'
import type { RelayParts } from './relay-parts.ts'
import { attemptRow } from './relayed-rows.ts'
import { replacementFees, type Raise } from './replacement-fees.ts'
import { signAttempt, type Attempt, type UnsignedAttempt } from './sign-attempt.ts'
import type { AttemptKind } from './tables.ts'

/** `row`: the attempt as stored. */
export type Replacement = Attempt & { kind: AttemptKind; row: ReturnType<typeof attemptRow> }

/** Gas limit of an empty transfer to oneself if the node gives no estimate. It is enough on most chains. */
const EMPTY_CALL_GAS_MIN = 60_000n

/**
 * Signs a transaction again at the same nonce with higher fees, and stores it with the earlier attempts.
 * Whichever is mined counts. With `cancel`, the replacement only uses the nonce. Returns undefined if the fee
 * cap leaves no room or another process was faster.
 */
export async function replaceTransaction(
  parts: RelayParts,
  lane: Lane,
  open: OpenTransaction,
  options: ReplaceOptions = {},
): Promise<Replacement | undefined> {
  const [newest] = open.attempts
  if (newest === undefined) return undefined
  const { kind = newest.kind, raise = 'required', minimum } = options
  const current = await parts.currentFees()
  const before = {
    maxFeePerGas: BigInt(newest.max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(newest.max_priority_fee_per_gas),
    legacy: current.legacy,
  }
  const feePerGasMax = await parts.feeLimit()
  const isCancelOfRefused = kind === 'cancel' && newest.kind === 'call'
  const fees = replacementFees({ old: before, current, raise, minimum, isCancelOfRefused, feePerGasMax })
  if (fees === undefined) {
    const noted = { relayed: open.id, feePerGasMax: String(feePerGasMax), ...wei(minimum) }
    parts.log.warn(noted, 'a stuck transaction already pays the highest fee allowed')
    return undefined
  }
  const call = kind === 'cancel' ? await emptyCall(parts, lane.address, options.gasFactor) : readCall(open)
  const attempt = await signNewAttempt(parts, lane, call, { nonce: open.nonce, fees, kind })
  const stored = await parts.db.transaction().execute((trx) => storeAttempt(parts, trx, open, attempt))
  return stored ? { ...attempt, row: attemptRow({ ...attempt, id: open.id }, parts.clock.now()) } : undefined
}

/** `minimum`: the minimum fee that the node named. `gasFactor`: the factor on the estimated gas of a cancellation. */
export type ReplaceOptions = {
  kind?: AttemptKind
  raise?: Raise
  minimum?: FeeMinimum | undefined
  gasFactor?: bigint
}

/** Converts bigints to strings for the log. */
function wei({ tip, fee }: FeeMinimum = {}): Record<string, string> {
  return {
    ...(tip !== undefined && { minimumTip: String(tip) }),
    ...(fee !== undefined && { minimumFee: String(fee) }),
  }
}

type Call = Pick<UnsignedAttempt, 'to' | 'value' | 'data' | 'gasLimit'>
type NewAttempt = Attempt & { kind: AttemptKind } & Pick<UnsignedAttempt, 'nonce' | 'gasLimit' | 'fees'>

async function signNewAttempt(
  parts: RelayParts,
  lane: Lane,
  { to, value, data, gasLimit }: Call,
  at: { nonce: number; fees: Fees; kind: AttemptKind },
): Promise<NewAttempt> {
  const signed = await signAttempt(parts, lane.signer, { ...at, to, value, data, gasLimit })
  return { ...signed, ...at, gasLimit }
}

function readCall({ to_address: to, value, data, gas_limit: gasLimit }: OpenTransaction): Call {
  return { to, value: BigInt(value), data, gasLimit: BigInt(gasLimit) }
}

/** Returns an empty transfer from a key to itself, with a multiple of the gas that the chain estimates for it. */
export async function emptyCall(
  { chain, settings }: RelayParts,
  address: Address,
  gasFactor = 1n,
): Promise<Call> {
  const call = { from: address, to: address, value: 0n, data: '0x' } as const
  const estimate = await estimateGas(chain.rpc, call).catch((error: unknown) => {
    if (error instanceof ApiError) return { ok: false as const }
    throw error
  })
  const wanted = estimate.ok ? withMargin(estimate.gas) : EMPTY_CALL_GAS_MIN
  const enough = (wanted > EMPTY_CALL_GAS_MIN ? wanted : EMPTY_CALL_GAS_MIN) * gasFactor
  return { ...call, gasLimit: enough < settings.gasLimitMax ? enough : settings.gasLimitMax }
}

/**
 * Moves a transaction to the lane's next nonce, because another transaction of the same key, unknown to this
 * service, was mined with its nonce. Its earlier attempts can never be mined.
 */
export async function moveToNextNonce(
  parts: RelayParts,
  lane: Lane,
  open: OpenTransaction,
): Promise<NewAttempt | undefined> {
  const fees = await parts.currentFees()
  const moving = signAndStore(
    parts,
    lane,
    async (nonce) =>
      [await signNewAttempt(parts, lane, readCall(open), { nonce, fees, kind: 'call' })] as const,
    async (trx, [attempt]) => {
      if (!(await storeAttempt(parts, trx, open, attempt))) throw new OvertakenError()
      return attempt
    },
  )
  return moving.catch((error: unknown) => {
    if (error instanceof OvertakenError) return undefined
    throw error
  })
}

/**
 * Thrown if another process replaced the transaction first. It rolls back the database transaction, so the
 * taken nonce is free again.
 */
class OvertakenError extends Error {
  override name = 'OvertakenError'
}

/**
 * Stores an attempt. Returns false if the row is no longer open with the hash that was read, because another
 * process was faster.
 */
async function storeAttempt(parts: RelayParts, trx: Transaction, open: OpenTransaction, attempt: NewAttempt) {
  const now = parts.clock.now()
  const moved = await trx
    .updateTable('relayed_transactions')
    .set({ hash: attempt.hash, nonce: attempt.nonce, attempted_at: now })
    .where('id', '=', open.id)
    .where('status', '=', 'signed')
    .where('hash', '=', open.hash)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  await trx
    .updateTable('relayed_transactions')
    .set({ hash: attempt.hash, nonce: attempt.nonce })
    .where('bundle_id', '=', open.id)
    .execute()
  const row = attemptRow({ ...attempt, id: open.id }, now)
  await trx.insertInto('relayer_attempts').values(row).execute()
  await raiseReservations(trx, open.id, attempt)
  return true
}

/**
 * Raises the reservation of a transaction, or of each call that it carries, because a more expensive attempt
 * may cost more than was reserved. The budget does not apply: accepted work is finished.
 */
async function raiseReservations(trx: Transaction, id: string, { gasLimit, fees }: NewAttempt) {
  const { rows } = await sql<{ organizationId: string | null; day: string | null; wei: string }>`
    with before as (select id, coalesce(reserved_wei, 0) as wei from relayed_transactions
      where id = ${id}::uuid or bundle_id = ${id}::uuid order by id for update)
    update relayed_transactions as relayed
    set reserved_wei = greatest(before.wei, least(gas_limit, ${gasLimit.toString()}::numeric) * ${fees.maxFeePerGas.toString()}::numeric)
    from before where relayed.id = before.id
    returning organization_id as "organizationId", gas_day as day, (reserved_wei - before.wei)::text as wei`.execute(
    trx,
  )
  const raised = rows.flatMap(({ organizationId, day, wei }) =>
    organizationId === null || day === null || wei === '0' ? [] : [{ organizationId, day, wei: BigInt(wei) }],
  )
  await correctGas(trx, raised)
}
