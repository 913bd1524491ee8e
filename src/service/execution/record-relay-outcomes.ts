import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Clock } from '#server-kit/clock.ts'
import { isExecutedLog } from '#service/chain/wallet-events.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import {
  settleTransactions,
  type Settlement,
  watchTransactions,
  moveTransactions,
} from '#service/ledger/move-transactions.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { decideOutcome, type Decision } from './decide-outcome.ts'
import { executionNote, NOTED_CALL, type NotedCall } from './execution-notes.ts'

type Sent = NotedCall & { id: string; relayed_id: string; wallet: Address; digest: Hex }

/**
 * Records the relayer's outcomes of executions, in the database transaction that stores them. A receipt with
 * the wallet's `Executed` confirms the call. Any other receipt leaves the call open, because another party may
 * have executed it. The wallet's events then decide the outcome (ADR 0010).
 */
export async function recordTransactionOutcomes(
  clock: Clock,
  trx: Transaction,
  outcomes: readonly RelayOutcome[],
): Promise<void> {
  const sent = await readSent(
    trx,
    outcomes.map(({ id }) => id),
  )
  const byRelayed = new Map(sent.map((one) => [one.relayed_id, one]))
  const settled: Settlement[] = []
  const open: string[] = []
  for (const outcome of outcomes) {
    const one = byRelayed.get(outcome.id)
    if (one === undefined) continue
    const decision = deriveDecision(outcome, one)
    if (decision === undefined) open.push(one.id)
    else settled.push({ ...decision, id: one.id })
  }
  await settleTransactions(trx, settled, clock.now())
  if (open.length === 0) return
  await watchTransactions(trx, 'unread', sql`id = any(${open}::uuid[]) and state = 'SUBMITTED'`)
  await notify(trx, 'outcomes', '')
}

async function readSent(trx: Transaction, relayedIds: readonly string[]): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select id, relayed_id, wallet_address as wallet, digest, ${NOTED_CALL}
    from transactions where relayed_id = any(${relayedIds}::uuid[])`.execute(trx)
  return rows
}

function deriveDecision(outcome: RelayOutcome, sent: Sent): Decision | undefined {
  if (outcome.status !== 'confirmed' || outcome.receipt === undefined) return undefined
  const { receipt, hash, blockNumber } = outcome
  if (!receipt.logs?.some((log) => isExecutedLog(log, sent))) return undefined
  const { wallet, digest } = sent
  const { blockHash } = receipt
  const note = executionNote(sent, sent, receipt)
  const event = { kind: 'executed' as const, wallet, digest, hash, blockNumber, blockHash, note }
  // The service sends a call only after the required approval, so nothing was bypassed.
  return decideOutcome({ state: 'SUBMITTED', blockNumber: null }, { event })
}

/**
 * Marks a relayed transaction as submitted again after a reorg removed its block. An execution by another
 * party has its own block, which is watched (`follow-outcomes.ts`).
 */
export async function reopenTransaction(clock: Clock, trx: Transaction, relayedId: string): Promise<void> {
  await moveTransactions(trx, {
    to: 'SUBMITTED',
    cause: 'reorganization',
    at: clock.now(),
    which: sql`relayed_id = ${relayedId}::uuid and (state = 'FAILED' or (state = 'CONFIRMED'
      and transaction_hash in (select attempt.hash from relayed_transactions as relayed
        join relayer_attempts as attempt on attempt.relayed_id = coalesce(relayed.bundle_id, relayed.id)
        where relayed.id = ${relayedId}::uuid)))`,
    set: { block_number: null, block_hash: null, reason: null, watch: null },
  })
}
