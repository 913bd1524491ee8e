import { sql, type Selectable } from 'kysely'
import { REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import { createJobLoop, joinLoops, type Jobs } from '#server-kit/jobs/job-loop.ts'
import { readNewest } from '#service/chain/chain-data.ts'
import { readFinalBlock, type Final } from '#service/chain/final-block.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { estimateGas } from '#service/chain/simulate.ts'
import { readCoSigners, type CoSignerAt } from '#service/chain/wallet-authority.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasFeeLimits,
  HasLog,
  HasNotifications,
  HasRelay,
  SignsAsPolicy,
} from '#service/context-parts.ts'
import { databaseNow } from '#service/db/database.ts'
import { findPolicySignerKey } from '#service/organizations/policy-signer.ts'
import type { OrganizationTables } from '#service/organizations/tables.ts'
import { broadcast } from '#service/relayer/broadcast.ts'
import { createFeeSource, type Fees, type FeeSource } from '#service/relayer/fees.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { replacementFees } from '#service/relayer/replacement-fees.ts'
import { signAttempt, type Signer } from '#service/relayer/sign-attempt.ts'
import { OBJECT_TO_REMOVAL } from './object-to-removal.ts'

/**
 * Poll interval in milliseconds for objections whose notification did not arrive. Notifications usually start
 * a round.
 */
const POLL_MS = 2_000
const BATCH_MAX = 20
/** Pause before an objection is checked again, in seconds. It doubles with each attempt, up to the maximum. */
const PAUSE_SECONDS = 1
const PAUSE_SECONDS_MAX = 300
const DOUBLINGS_MAX = 9
/** Attempts before a pending transaction is replaced by one with higher fees, which is after about a minute. */
const PATIENT_ATTEMPTS = 6
/** Maximum number of replacements that raise the fees. */
const RAISES_MAX = 10

type Objection = Selectable<OrganizationTables['removal_objections']> & { funding_status: string | null }

/** Sends the objections of policy signers. Any number of processes may run it. */
export function createObjectionJob(
  ctx: SignsAsPolicy &
    HasChain &
    HasClock &
    HasLog &
    HasNotifications &
    HasRelay &
    HasConfirmations &
    HasFeeLimits,
): Jobs {
  const { feePerGasMax, tipPerGasMin = RELAY_DEFAULTS.tipPerGasMin } = ctx.settings
  const fees = createFeeSource(ctx.chain, ctx.clock, { feePerGasMax, tipPerGasMin })
  const job = createJobLoop({
    round: () => sendObjections(ctx, fees),
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'objections to removals could not be sent',
  })
  return joinLoops([job], async () => [await ctx.notifications.listen('objections', job.wake)])
}

/**
 * Sends the objections that are not in a final block yet. Returns whether there may be more. The policy
 * signer has no ether, so the relayer gives it the gas for this transaction. After a crash, a reorg or a node
 * failure, the next round repeats the work. Only the state of a final block finishes a row. The wallet
 * refuses a second objection.
 */
export async function sendObjections(
  ctx: SignsAsPolicy & HasChain & HasLog & HasRelay & HasConfirmations,
  fees: FeeSource,
): Promise<boolean> {
  const due = await takeDue(ctx)
  // Runs one after the other, because two objections of one policy signer would use the same nonce.
  for (const objection of due) {
    await advance(ctx, objection, fees).catch((error: unknown) => {
      const wallet = objection.wallet_address
      ctx.log.warn({ err: error, wallet }, 'an objection to a removal is not sent yet; trying again')
    })
  }
  return due.length === BATCH_MAX
}

/** The pause only avoids duplicate work between processes. */
async function takeDue({ db }: HasDatabase): Promise<Objection[]> {
  const { rows } = await sql<Objection>`
    with taken as (
      update removal_objections set attempts = attempts + 1, due_at = service_now() + least(
        ${PAUSE_SECONDS}::integer * 2 ^ least(attempts, ${DOUBLINGS_MAX}::integer),
        ${PAUSE_SECONDS_MAX}::integer) * interval '1 second'
      where (wallet_address, removal_ends_at) in (
        select wallet_address, removal_ends_at from removal_objections
        where done_at is null and due_at <= service_now()
        order by due_at limit ${BATCH_MAX} for update skip locked)
      returning *)
    select taken.*, relayed.status as funding_status
    from taken left join relayed_transactions as relayed on relayed.id = taken.funding_id`.execute(db)
  return rows
}

async function advance(
  ctx: SignsAsPolicy & HasChain & HasRelay & HasConfirmations,
  objection: Objection,
  fees: FeeSource,
): Promise<void> {
  const { number: newest } = await readNewest(ctx.chain)
  const now = await readCoSigner(ctx, objection, newest)
  if (now === undefined) return
  if (isOpen(objection, now)) return send(ctx, objection, fees)
  // The removal is no longer open: the objection was executed, or the removal took effect or was cancelled. A
  // reorg may undo that, so only a final block ends the row.
  const final = await readFinalBlock(ctx)
  if (final === undefined) return
  const settled = await readCoSigner(ctx, objection, final.number)
  if (settled === undefined) return
  const isFinal = now.coSigner === settled.coSigner && now.untilSeconds === settled.untilSeconds
  if (isFinal && hasStartedBy(objection, final, settled)) await noteDone(ctx, objection)
}

/**
 * Whether a block follows the start of the removal. This process may know only blocks before the one in which
 * the administrator's request saw the removal.
 */
function hasStartedBy(
  { removal_ends_at }: Objection,
  { timestamp }: Final,
  { untilSeconds }: CoSignerAt,
): boolean {
  const end = BigInt(removal_ends_at)
  return untilSeconds > end || timestamp > end - BigInt(REMOVAL_DELAY_SECONDS)
}

async function readCoSigner({ chain }: HasChain, { wallet_address: wallet }: Objection, at: bigint) {
  return (await readCoSigners(chain, [wallet], at)).get(wallet)
}

/** Returns whether the removal that the administrator objected to is still pending and unchanged. */
function isOpen({ co_signer, removal_ends_at }: Objection, { coSigner, untilSeconds }: CoSignerAt): boolean {
  return coSigner?.toLowerCase() === co_signer && untilSeconds === BigInt(removal_ends_at)
}

async function send(
  ctx: SignsAsPolicy & HasChain & HasRelay,
  objection: Objection,
  source: FeeSource,
): Promise<void> {
  const { wallet_address: to, co_signer: coSigner, organization_id: organizationId, attempts } = objection
  const signer = await findPolicySignerKey(ctx, { organizationId, coSigner })
  if (signer === undefined) throw new Error(`there is no key of the policy signer ${coSigner}`)
  const { nonce, isWaiting } = await readNonce(ctx, signer)
  if (isWaiting && attempts < PATIENT_ATTEMPTS) return
  const data = OBJECT_TO_REMOVAL
  const estimate = await estimateGas(ctx.chain.rpc, { from: coSigner, to, data })
  if (!estimate.ok) throw new Error(estimate.reason)
  const gasLimit = (estimate.gas * 5n) / 4n
  const fees = await readRaised(source, attempts - PATIENT_ATTEMPTS)
  const cost = gasLimit * fees.maxFeePerGas
  const { chain } = ctx
  const balance = await chain.rpc.request(quantitySchema, 'eth_getBalance', [coSigner, 'latest'])
  if (balance < cost) return fund(ctx, objection, 2n * cost - balance)
  const attempt = { nonce, to, value: 0n, data, gasLimit, fees }
  const { raw } = await signAttempt({ chain, settings: RELAY_DEFAULTS }, signer, attempt)
  const answer = await broadcast(chain, raw)
  // A rollup charges extra for the data, so the key gets twice the cost.
  if (answer.kind === 'no-funds') return fund(ctx, objection, 2n * cost)
  // A minimum is noted only if no transaction with the same nonce is pending, because replacing one requires
  // more than the pool's minimum.
  if (answer.kind === 'fee-too-low' && answer.minimum !== undefined && !isWaiting)
    source.noteMinimum(answer.minimum)
  if (answer.kind !== 'accepted') throw answer.error
}

/** Returns the next nonce of a key, and whether the pool has an unmined transaction from it. */
async function readNonce({ chain }: HasChain, { address }: Signer) {
  const read = (block: 'latest' | 'pending') =>
    chain.rpc.request(quantitySchema, 'eth_getTransactionCount', [address, block])
  const mined = await read('latest')
  return { nonce: Number(mined), isWaiting: (await read('pending')) > mined }
}

/** Returns fees above those of the transactions to be replaced. @throws UNAVAILABLE while fees are above the limit */
async function readRaised(source: FeeSource, times: number): Promise<Fees> {
  const [current, feePerGasMax] = [await source.current(), await source.limit()]
  let raised = current
  for (let count = 0; count < Math.min(times, RAISES_MAX); count += 1)
    raised = replacementFees({ old: raised, current, raise: 'required', feePerGasMax }) ?? raised
  return raised
}

/** Gives the policy signer gas. The service pays, as for the objection of an approval wallet. */
async function fund(ctx: HasRelay, objection: Objection, value: bigint): Promise<void> {
  if (objection.funding_status === 'signed') return
  await ctx.relay.submit({
    purpose: 'transaction',
    to: objection.co_signer,
    data: '0x',
    value,
    onSigned: async (trx, { id }) => {
      const { numUpdatedRows } = await trx
        .updateTable('removal_objections')
        .set({ funding_id: id, due_at: databaseNow })
        .where('wallet_address', '=', objection.wallet_address)
        .where('removal_ends_at', '=', objection.removal_ends_at)
        .where('funding_id', 'is not distinct from', objection.funding_id)
        .executeTakeFirstOrThrow()
      // Rolls back the funding and sends no objection.
      if (numUpdatedRows === 0n) throw new Error('another process has funded this objection')
    },
  })
}

async function noteDone({ db }: HasDatabase, { wallet_address, removal_ends_at }: Objection): Promise<void> {
  await db
    .updateTable('removal_objections')
    .set({ done_at: databaseNow })
    .where('wallet_address', '=', wallet_address)
    .where('removal_ends_at', '=', removal_ends_at)
    .execute()
}
