import type { Hex } from 'viem'
import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import { LOST_REASON, type TransactionState } from '#protocol/transaction-states.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { listAskedIds, type Asked } from '#service/approvals/asked-approvers.ts'
import { nameBypassed, queueBypassedNotices, readAsks } from '#service/approvals/bypassed-approvals.ts'
import { readFinalBlock } from '#service/chain/final-block.ts'
import { quantitySchema, lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Simulating } from '#service/chain/simulate-in-turn.ts'
import { findWalletEvents, readSpent, type WalletDigest } from '#service/chain/wallet-events.ts'
import type {
  HasChain,
  HasClock,
  HasConfirmations,
  HasDatabase,
  HasLog,
  SendsTransactions,
} from '#service/context-parts.ts'
import { findByDigest, type StoredTransaction } from '#service/ledger/find-by-digest.ts'
import { insertExecuted, type CheckedTransaction } from '#service/ledger/insert-transactions.ts'
import type { BeforeStored, GivenApprovals } from '#service/policies/require-policies.ts'
import type { OutcomeEvent } from './decide-outcome.ts'
import { executionsWithNotes } from './execution-notes.ts'
import type { OwnCoSigners } from './exempt-call.ts'
import { searchFromSeconds } from './outcome-chain.ts'
import { logBypassed, alertOfBypassed, recordDecisions } from './record-decisions.ts'
import { sendStored } from './send-approved.ts'
import { markSent } from './sent-by-service.ts'

/**
 * A request that is signed and within the policies. `asked`: the people who decide, if it needs an approval.
 * `isApprovedBy`: whether earlier approvals still count. `ownCoSigners`: co-signers whose signature the service itself
 * can provide. `leaving`: the caller, who may leave while a simulation waits for its turn.
 */
export type Signed = {
  checked: CheckedTransaction
  decoded: WebAuthnSignature
  asked: Asked | undefined
  isApprovedBy: (given: GivenApprovals) => boolean
  ownCoSigners: OwnCoSigners
  beforeStored: BeforeStored | undefined
  leaving: Simulating['leaving']
}

/** States in which the service is not sending the call. Another party may have executed it. */
const NOT_ON_ITS_WAY: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'PENDING_USER_APPROVAL',
  'FAILED',
  'REJECTED',
  'EXPIRED',
])

/**
 * Stores the result of a refused signed request, depending on the cause. If another party brought the
 * execution to the chain, its wallet's event is stored. A FAILED call that can still be executed is sent
 * again.
 *
 * @throws UNAVAILABLE while no final log shows which transaction executed it; CHAIN_FAILED, CHAIN_TIMEOUT;
 * TRANSACTION_REVERTS if its signer has cancelled it
 */
export async function afterRefusal(
  ctx: SendsTransactions & HasLog & HasConfirmations,
  signed: Signed,
  first: StoredTransaction | undefined,
  { code }: ApiError,
): Promise<StoredTransaction | undefined> {
  const { checked, decoded, asked, isApprovedBy, beforeStored } = signed
  if (code === 'TRANSACTION_REVERTS' && (first === undefined || NOT_ON_ITS_WAY.has(first.state))) {
    return acceptExecuted(ctx, signed, first)
  }
  // The chain would execute the call now. A call that lacks a required approval keeps its state.
  const given = first?.approvals
  const isAllowed = asked === undefined || (given !== undefined && isApprovedBy(given))
  if (code !== 'CONFLICT' || first?.state !== 'FAILED' || !isAllowed) return first
  try {
    await sendStored(ctx, { ...checked, id: first.id }, { decoded, beforeStored, cause: 'resend' })
  } catch (error) {
    ctx.log.info({ err: error, transaction: first.id }, 'a failed transaction was not sent again at once')
  }
  return findByDigest(ctx.db, checked.organizationId, checked.digest)
}

async function acceptExecuted(
  ctx: HasChain & HasClock & HasDatabase & HasLog & HasConfirmations,
  signed: Signed,
  first: StoredTransaction | undefined,
): Promise<StoredTransaction | undefined> {
  const { checked } = signed
  const found = await findEvent(ctx, checked)
  if (found === undefined) return first
  const { toAddress, value, fee, feeCoinAddress, data } = checked.call
  const noted = { value: String(value), fee: String(fee), fee_coin_address: feeCoinAddress, data }
  const calls = new Map([[checked.digest, { ...noted, to_address: toAddress }]])
  const [event = found] = await markSent(ctx, await executionsWithNotes(ctx, [found], calls))
  const final = await readFinalBlock(ctx)
  const isFinal = final !== undefined && event.blockNumber <= final.number
  if (first === undefined) await store(ctx, signed, event, isFinal)
  else if (isFinal) {
    const findings = { events: [event], read: [], unspentAt: 0n }
    const decided = await ctx.db.transaction().execute((trx) => recordDecisions(ctx, trx, findings))
    alertOfBypassed(ctx, decided)
  }
  return findByDigest(ctx.db, checked.organizationId, checked.digest)
}

async function store(
  ctx: HasClock & HasDatabase & HasLog,
  { checked, asked: needed }: Signed,
  event: OutcomeEvent,
  isFinal: boolean,
) {
  if (event.kind === 'cancelled') throw apiError('TRANSACTION_REVERTS', 'its signer has cancelled it')
  const transaction = { ...checked, now: ctx.clock.now() }
  const { digest } = checked
  // The service sent it after all approvals, and the database lost the record.
  const isLost = event.isSent === true
  const asked = isLost ? undefined : needed
  const note = event.note ?? (isLost ? LOST_REASON : undefined)
  try {
    const bypassed = await ctx.db.transaction().execute(async (trx) => {
      const [approverId] = asked === undefined ? [] : listAskedIds(asked)
      const asks = approverId === undefined ? undefined : await readAsks(trx, approverId)
      await insertExecuted(trx, transaction, { ...event, note, bypassed: asks }, isFinal)
      if (asked === undefined) return undefined
      await nameBypassed(trx, [{ digest, approverIds: listAskedIds(asked) }])
      // If the execution is not final yet, the notices are queued once its outcome is decided.
      if (isFinal) await queueBypassedNotices(trx, [{ digest, approverIds: [] }])
      return asks
    })
    if (bypassed !== undefined && isFinal) logBypassed(ctx, { ...checked, hash: event.hash, bypassed })
  } catch (error) {
    // The same request was handled in parallel and was stored first.
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
  }
}

async function findEvent(ctx: HasChain & HasDatabase, { call, digest }: CheckedTransaction) {
  const wallet: Hex = lowerCase(call.walletAddress)
  const one = { wallet, digest }
  // Includes the mempool, because another party's transaction makes the simulation fail before it is in a
  // block.
  if ((await readSpent(ctx.chain, [one], 'pending')).length === 0) return undefined
  const to = await ctx.chain.rpc.request(quantitySchema, 'eth_blockNumber', [])
  const [event] = await findWalletEvents(ctx.chain, [one], { to, notBefore: await oldest(ctx, one) })
  if (event !== undefined) return event
  throw apiError(
    'UNAVAILABLE',
    'This call is already being executed from outside this service. Send the same request again soon.',
    {
      headers: { 'retry-after': '2' },
    },
  )
}

/** The creation of the wallet is the earliest possible time of an execution. */
async function oldest({ db }: HasDatabase, { wallet }: WalletDigest): Promise<bigint> {
  const row = await db
    .selectFrom('wallets')
    .select((select) => select.fn.min('created_at').as('at'))
    .where('address', '=', wallet)
    .executeTakeFirst()
  return searchFromSeconds(row?.at ?? new Date(0))
}
