import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { isExecutedLog } from '#service/chain/wallet-events.ts'
import type { Clock } from '#server-kit/clock.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import type { RelayOutcome } from '#service/relayer/relay.ts'
import { executionNote } from './annotate-executions.ts'
import { decideOutcome, type Decision } from './decide-outcome.ts'
import { settleTransactions, type Settlement } from '#service/ledger/settle-transactions.ts'
import { watchTransactions } from '#service/ledger/watch-transactions.ts'

type Sent = {
  id: string
  relayed_id: string
  wallet: Address
  digest: Hex
  to_address: Address
  selector: string
}

/**
 * What the relayer's outcomes say of executions, in the database transaction that records them. A receipt in which the
 * wallet says `Executed` confirms; every other says nothing of the call, which somebody else may have brought to the
 * chain: its wallet is asked (ADR 0010).
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
    const decision = decisionOf(outcome, one)
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
    select id, relayed_id, wallet_address as wallet, digest, to_address, left(data, 10) as selector
    from transactions where relayed_id = any(${relayedIds}::uuid[])`.execute(trx)
  return rows
}

function decisionOf(outcome: RelayOutcome, sent: Sent): Decision | undefined {
  if (outcome.status !== 'confirmed' || outcome.receipt === undefined) return undefined
  const { receipt, hash, blockNumber } = outcome
  if (!receipt.logs.some((log) => isExecutedLog(log, sent))) return undefined
  const { wallet, digest } = sent
  const { blockHash } = receipt
  const note = executionNote(sent, sent, receipt)
  const said = { kind: 'executed' as const, wallet, digest, hash, blockNumber, blockHash, note }
  // What the service itself sent was approved, where that was asked for.
  return decideOutcome({ state: 'SUBMITTED', blockNumber: null }, { said })
}
