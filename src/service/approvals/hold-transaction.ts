import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { ExecuteResult } from '#protocol/execute-transaction.ts'
import { EXECUTE_EXPIRATION_SECONDS_MAX, HELD_MARGIN_SECONDS, HELD_OPEN_SECONDS } from '#protocol/limits.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { simulateInTurn, type Simulating } from '#service/chain/simulate-in-turn.ts'
import { simulateCall, type SimulatedCall } from '#service/chain/simulate.ts'
import type { HasChain, HasClock, HasDatabase, HasGasLimits } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import type { OwnCoSigners } from '#service/execution/exempt-call.ts'
import { insertHeld, type CheckedTransaction } from '#service/ledger/insert-transactions.ts'
import { lockWallet } from '#service/policies/read-day.ts'
import type { BeforeStored } from '#service/policies/require-policies.ts'
import { withinGas } from '#service/relayer/gas.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import {
  countAsked,
  insertAsked,
  listAskedIds,
  lockMembers,
  noticeAsked,
  readVersion,
  type Asked,
} from './asked-approvers.ts'
import { carryApprovals, findEarlierCall } from './carry-approvals.ts'
import { requireOwnSource } from './own-source.ts'
import { callFromWallet, lackingCoSigner } from './simulate-from-wallet.ts'

type ToHold = {
  checked: CheckedTransaction
  asked: Asked
  ownCoSigners: OwnCoSigners
  beforeStored: BeforeStored | undefined
  leaving?: Simulating['leaving']
}

/**
 * Holds an execution for its approvers instead of sending it. An end-user has 15 minutes to decide, but only until one
 * minute before the call's expiration. The organization's approvers have until one minute before the expiration, which
 * is at most 24 hours away. The people are notified by mail and push after the commit.
 *
 * The execution is simulated first, so that no one approves a failing call. If only the co-signature is missing, the
 * call is simulated from the wallet itself, because the co-signature does not exist before the approval. Approvals of
 * an expired request for the same call may count.
 *
 * @throws TRANSACTION_REVERTS
 * @throws CO_SIGNATURE_MISSING if the call lacks the signature of a co-signer of another party
 * @throws APPROVAL_TIME_TOO_SHORT if the deadline has already passed
 * @throws CONFLICT if the digest is already stored; every error of `beforeStored`
 */
export async function holdTransaction(
  ctx: HasChain & HasClock & HasDatabase & HasGasLimits,
  { checked, asked, ownCoSigners, beforeStored, leaving }: ToHold,
): Promise<ExecuteResult> {
  const { id, organizationId, call, signature, digest } = checked
  const { gasPerCallMax } = ctx.settings.gasLimits ?? RELAY_DEFAULTS.gasLimits
  // Any sender works, because the wallet checks the signature and not the sender.
  const made = { from: ZERO_ADDRESS, to: call.walletAddress, data: encodeExecuteCall(call, signature) }
  const simulate = (simulated: SimulatedCall) =>
    simulateInTurn(ctx.chain, { organizationId, leaving }, () =>
      withinGas(gasPerCallMax, RELAY_DEFAULTS.gasLimitMax, (gas) =>
        simulateCall(ctx.chain.rpc, { ...simulated, gas }),
      ),
    )
  const signed = await simulate(made)
  const coSigner = lackingCoSigner(signed, digest)
  if (coSigner !== undefined) requireOwnSource(coSigner, ownCoSigners)
  const simulation = coSigner === undefined ? signed : await simulate(callFromWallet(call))
  if (!simulation.ok) throw apiError('TRANSACTION_REVERTS', simulation.reason)
  await ctx.db.transaction().execute(async (trx) => {
    await lockMembers(trx, organizationId, asked)
    await beforeStored?.(trx)
    // Serializes concurrent requests for the same call: the second finds the first one.
    if (!('endUserId' in asked))
      await lockWallet(trx, { organizationId, wallet: lowerCase(call.walletAddress) })
    const deadline = await readDeadline(trx, call.expiration, asked)
    await insertHeld(trx, { ...checked, now: ctx.clock.now() })
    await trx
      .insertInto('held_transactions')
      .values({
        transaction_id: id,
        approver_id: listAskedIds(asked)[0],
        approvals_required: countAsked(asked),
        policy_version: readVersion(asked),
        deadline,
        co_signer: coSigner === undefined ? null : lowerCase(coSigner),
        ...drawNumbers(),
      })
      .execute()
    const held = { kind: 'transaction', id } as const
    await insertAsked(trx, held, asked)
    const earlier = await findEarlierCall(trx, checked)
    await carryApprovals(trx, held, { asked, requestedBy: checked.requestedBy, earlier })
    await noticeAsked(trx, held, { asked, wallet: call.walletAddress })
  })
  return { success: true, status: 'PENDING_USER_APPROVAL', transactionUuid: id }
}

/** Returns the deadline of the approval. `expiration`: expiration of the signed call, in Unix seconds. */
async function readDeadline(trx: Transaction, expiration: bigint, asked: Asked): Promise<Date> {
  const openSeconds = 'endUserId' in asked ? HELD_OPEN_SECONDS : EXECUTE_EXPIRATION_SECONDS_MAX
  const read = await sql<{ deadline: Date; is_open: boolean }>`
    select deadline, deadline > service_now() as is_open from (
      select least(
        service_now() + ${openSeconds}::integer * interval '1 second',
        to_timestamp((${expiration.toString()}::numeric - ${HELD_MARGIN_SECONDS}::integer)::double precision)
      ) as deadline
    ) as computed`.execute(trx)
  const [row] = read.rows
  if (row === undefined || !row.is_open) throw apiError('APPROVAL_TIME_TOO_SHORT')
  return row.deadline
}

const CANDIDATES = 3
const TWO_DIGITS_FIRST = 10
const TWO_DIGITS_END = 100

/**
 * Draws the number that the widget shows and the candidates to pick it from, in a fixed order. They are three
 * different two-digit numbers from the system's random source. The right one is drawn last.
 */
export function drawNumbers(): { number: number; candidates: number[] } {
  const drawn = new Set<number>()
  while (drawn.size < CANDIDATES) drawn.add(randomInt(TWO_DIGITS_FIRST, TWO_DIGITS_END))
  const candidates = [...drawn]
  const number = candidates[randomInt(CANDIDATES)] ?? TWO_DIGITS_FIRST
  return { number, candidates }
}
