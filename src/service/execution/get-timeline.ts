import type { Bypassed, TransactionState } from '#protocol/transaction-states.ts'
import type { TimelineStep, TimelineStepKind, OnChain } from '#protocol/transaction-timeline.ts'
import { withDeadline } from '#server-kit/http/deadline.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { simulateHeld } from '#service/approvals/held-transactions.ts'
import { readHeldNews, type HeldNews } from '#service/approvals/notify-approver.ts'
import { readNewest } from '#service/chain/chain-data.ts'
import type { HasChain, HasDatabase, HasRelay } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { TransactionRow } from '#service/ledger/read-transactions.ts'
import { transactionDeliveries } from '#service/webhooks/list-deliveries.ts'
import { markSelf } from './asked-member.ts'
import { readOwnTransaction } from './get-transaction.ts'
import { organizationTransactions } from './list-transactions.ts'
import { readRequester } from './requester.ts'

/**
 * `GET /v1/org/transactions/{transactionUuid}/timeline`: the history of a transaction and the webhook
 * deliveries of its events. While it waits, also the notifications of its end-user and the result of a
 * simulation (ADR 0019). Marks the named member among the people who are asked.
 *
 * @throws NOT_FOUND for another organization's transaction and for an unknown one
 */
export const getTransactionTimeline: Operation<
  'getTransactionTimeline',
  HasChain & HasDatabase & HasRelay
> = async (ctx, caller, input) => {
  const { organizationId } = caller
  const row = await readOwnTransaction(ctx, caller, input.params.transactionUuid)
  const news = await readHeldNews(ctx, row)
  const [transaction] = await organizationTransactions(ctx, organizationId, [row])
  if (transaction === undefined) throw apiError('NOT_FOUND')
  const relayed = await findRelayed(ctx, row.relayed_id)
  const isWaiting = row.state === 'PENDING_USER_APPROVAL'
  const [onChain, simulation, requester] = await Promise.all([
    readOnChain(ctx, row, relayed),
    isWaiting ? simulateHeld(ctx, row) : undefined,
    readRequester(ctx, row.requested_by),
  ])
  const { approvers } = transaction
  return {
    transaction: { ...transaction, ...(approvers && { approvers: markSelf(caller, approvers) }) },
    ...(onChain !== undefined && { onChain }),
    ...(requester !== undefined && { requester }),
    steps: timelineSteps(row, news, relayed?.created_at ?? null),
    ...(isWaiting && news !== undefined ? { notification: news.notification } : {}),
    ...(simulation !== undefined && { simulation }),
    deliveries: await transactionDeliveries(ctx.db, organizationId, row.id),
  }
}

async function findRelayed(ctx: HasDatabase, relayedId: string | null) {
  if (relayedId === null) return undefined
  return ctx.db
    .selectFrom('relayed_transactions as relayed')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('relayed_transactions as other')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .whereRef('other.bundle_id', '=', 'relayed.bundle_id')
        .as('bundled_calls'),
    )
    .where('relayed.id', '=', relayedId)
    .executeTakeFirst()
}

type Relayed = Awaited<ReturnType<typeof findRelayed>>

/**
 * Lists the steps of a transaction, in the order in which they can happen. The times come from clocks of
 * several machines, so they alone do not give the order. Only notified, reminded and seen come in any order.
 */
function timelineSteps(row: TransactionRow, news: HeldNews | undefined, sentAt: Date | null): TimelineStep[] {
  return [
    ...step(row.outside ? 'found-on-chain' : 'submitted', row.created_at),
    ...step('held', row.held_at),
    ...[
      ...step('notified', row.notified_at),
      ...(news?.remindedAt ?? []).flatMap((at) => step('reminded', at)),
      ...step('seen', row.seen_at),
    ].toSorted((one, other) => one.atDatetime.localeCompare(other.atDatetime)),
    ...step(toDecisionStep(row), row.decided_at),
    ...step('withdrawn', row.withdrawn_at),
    ...step('sent', sentAt),
    ...ending(row),
  ]
}

function step(kind: TimelineStepKind, at: Date | null): TimelineStep[] {
  return at === null ? [] : [{ kind, atDatetime: at.toISOString() }]
}

function toDecisionStep({ approved, reported }: TransactionRow): TimelineStepKind {
  if (reported === true) return 'reported'
  return approved === false ? 'declined' : 'approved'
}

/** The last step by state, with the time of the state's last change. A decision has a time of its own. */
const ENDINGS: Partial<Record<TransactionState, TimelineStepKind>> = {
  CONFIRMED: 'confirmed',
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

const BYPASSING: Record<Bypassed, TimelineStepKind> = {
  'end-user': 'executed-without-approval',
  administrator: 'executed-without-approval',
  policy: 'executed-against-policy',
}

function ending(row: TransactionRow): TimelineStep[] {
  const { state, bypassed, withdrawn_at: withdrawnAt, updated_at: at } = row
  const kind = ENDINGS[state]
  // A cancellation by the organization has a time of its own too.
  if (kind === undefined || (kind === 'cancelled' && withdrawnAt !== null)) return []
  const isBypassing = kind === 'confirmed' && bypassed !== null
  return [...(isBypassing ? step(BYPASSING[bypassed], at) : []), ...step(kind, at)]
}

/** Maximum wait in milliseconds for the head block, from which the page computes a block's age. */
const HEAD_WAIT_MS_MAX = 1_000

/**
 * Returns the block of a transaction and its cost to the relayer, or undefined while it is in no block. An
 * execution by another party cost the relayer nothing.
 */
async function readOnChain(
  ctx: HasChain,
  transaction: TransactionRow,
  relayed: Relayed,
): Promise<OnChain | undefined> {
  const { transaction_hash: hash, block_number: block, block_hash: blockHash } = transaction
  const isMinedByRelayer = relayed !== undefined && relayed.status !== 'signed'
  const own = isMinedByRelayer ? await readRelayedOnChain(ctx, relayed) : undefined
  if (hash === null || block === null || blockHash === null || hash === own?.transactionHash) return own
  const confirmations = await readConfirmations(ctx, BigInt(block))
  const mined = { transactionHash: hash, blockNumber: block, blockHash }
  return { ...mined, ...(confirmations !== undefined && { confirmations }) }
}

async function readRelayedOnChain(ctx: HasChain, row: NonNullable<Relayed>): Promise<OnChain | undefined> {
  if (row.block_number === null || row.block_hash === null) return undefined
  const confirmations = await readConfirmations(ctx, BigInt(row.block_number))
  return {
    transactionHash: row.hash,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    ...(row.gas_used !== null && { gasUsed: row.gas_used }),
    ...(row.gas_price !== null && { gasPriceWei: row.gas_price }),
    ...(row.cost_wei !== null && { gasCostWei: row.cost_wei }),
    ...(row.bundle_id !== null && { bundledCalls: Number(row.bundled_calls) }),
    ...(confirmations !== undefined && { confirmations }),
  }
}

async function readConfirmations({ chain }: HasChain, blockNumber: bigint) {
  // The page's main data is stored. An unreachable node only omits this one number.
  const asking = withDeadline(HEAD_WAIT_MS_MAX, () => readNewest(chain))
  const head = await asking.catch(() => undefined)
  return head === undefined || head.number < blockNumber ? undefined : Number(head.number - blockNumber) + 1
}
