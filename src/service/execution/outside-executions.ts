import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { HandedCall } from '#protocol/signing/unpack-execute.ts'
import { LOST_REASON, OUTSIDE_REASON, type Bypassed } from '#protocol/transaction-states.ts'
import { nameBypassed, queueBypassedNotices } from '#service/approvals/bypassed-approvals.ts'
import { chunks, readSentTransaction, type SentTransaction } from '#service/chain/chain-data.ts'
import type { WalletEvent } from '#service/chain/wallet-events.ts'
import type { HasChain, HasClock, HasDatabase, HasLog } from '#service/context-parts.ts'
import { insertRows, type Transaction } from '#service/db/database.ts'
import { insertFound } from '#service/ledger/insert-transactions.ts'
import { chargedFee, type FeeRow } from '#service/organizations/fee-settings.ts'
import { refuses } from '#service/policies/evaluate-rule.ts'
import { policyCall } from '#service/policies/policy-subject.ts'
import {
  enrolledApproverId,
  holdingPolicies,
  type HoldingPolicy,
} from '#service/policies/require-policies.ts'
import { relayerAddresses } from '#service/relayer/relayer-addresses.ts'
import type { OutcomeEvent } from './decide-outcome.ts'
import { executionsWithNotes } from './execution-notes.ts'
import { findHandedCall } from './find-handed-call.ts'
import { logBypassed } from './record-decisions.ts'
import { isHandedBy } from './sent-by-service.ts'

/**
 * An execution of one of the service's wallets that has no record. Either nobody requested it from the service, or the
 * service sent it and the database lost the record (`event.isSent`).
 */
export type OutsideExecution = {
  event: OutcomeEvent
  organizationId: string
  /** Undefined if the executing transaction does not contain the call in one piece. */
  handed: HandedCall | undefined
  bypassed: Bypassed | undefined
  approverIds: readonly string[]
}

type Digest = { wallet: Address; digest: Hex }
type WalletRow = {
  organizationId: string
  address: Address
  rpIdHash: Hex
  approverId: string | null
  policies: HoldingPolicy[] | null
} & (FeeRow | { token_address: null })

/** `id`: the id of its transaction. Undefined if the call could not be read. */
type StoredExecution = OutsideExecution & { id?: string }

/** Maximum number of concurrent requests for transactions. */
const TRANSACTIONS_AT_ONCE = 32

/**
 * Finds executions among the wallets' events that are not stored. Considers only the service's own wallets.
 * Decodes the calls from their transactions, and determines what each bypassed by the present approver and
 * policies of its wallet. An execution that the service itself sent bypassed nothing.
 */
export async function findOutside(
  ctx: HasChain & HasDatabase,
  events: readonly WalletEvent[],
): Promise<readonly OutsideExecution[]> {
  const executed = events.filter(({ kind }) => kind === 'executed')
  const unknown = await withoutStored(ctx, executed)
  if (unknown.length === 0) return []
  const wallets = await readWallets(ctx, unknown)
  const own = unknown.filter(({ wallet }) => wallets.has(wallet))
  const transactions = await readTransactions(ctx, own)
  const senders = await relayerAddresses(ctx)
  const found: OutsideExecution[] = []
  for (const event of own) {
    const row = wallets.get(event.wallet)
    if (row === undefined) continue
    const sent = transactions.get(event.hash)
    const wallet = { chainId: ctx.chain.id, address: event.wallet, rpIdHash: row.rpIdHash }
    const { digest } = event
    const handed = sent === undefined ? undefined : findHandedCall(sent.input, wallet, digest)
    const isSent = sent !== undefined && isHandedBy(senders, sent, { wallet, digest })
    const { bypassed, approverIds } = isSent ? NOTHING_BYPASSED : whatIsBypassed(ctx, row, handed)
    const { organizationId } = row
    found.push({ event: { ...event, isSent }, organizationId, handed, bypassed, approverIds })
    // One transaction can execute many calls, and its whole input is searched for each of them. Other requests are
    // served in between.
    await setImmediate()
  }
  return withNotes(ctx, found)
}

async function withoutStored<One extends Digest>(
  { db }: HasDatabase,
  events: readonly One[],
): Promise<One[]> {
  if (events.length === 0) return []
  const digests = [...new Set(events.map(({ digest }) => digest))]
  const { rows } = await sql<{ digest: Hex }>`
    select digest from transactions where digest = any(${digests})
    union select digest from unread_executions where digest = any(${digests})`.execute(db)
  const stored = new Set(rows.map(({ digest }) => digest))
  return events.filter(({ digest }) => !stored.has(digest))
}

/** Reads the wallets of events by their addresses. Other contracts can emit such events too. */
async function readWallets({ db }: HasDatabase, events: readonly Digest[]): Promise<Map<Address, WalletRow>> {
  const addresses = [...new Set(events.map(({ wallet }) => wallet))]
  const { rows } = await sql<WalletRow>`
    select wallet.organization_id as "organizationId", wallet.address, wallet.rp_id_hash as "rpIdHash",
      ${enrolledApproverId('wallet')} as "approverId", ${holdingPolicies('wallet', 'address')} as policies,
      fee.token_address, fee.token_symbol, fee.token_decimals, fee.amount_per_transaction, fee.withdraw_address
    from wallets as wallet
    left join fee_settings as fee on fee.organization_id = wallet.organization_id
    where wallet.address = any(${addresses}) and wallet.status <> 'failed'`.execute(db)
  return new Map(rows.map((row) => [row.address, row]))
}

/** Reads the transactions of events by their hashes. Omits those that the node does not have. */
async function readTransactions(
  { chain }: HasChain,
  events: readonly WalletEvent[],
): Promise<Map<Hex, SentTransaction>> {
  const transactions = new Map<Hex, SentTransaction>()
  for (const some of chunks([...new Set(events.map(({ hash }) => hash))], TRANSACTIONS_AT_ONCE)) {
    const read = await Promise.all(
      some.map(async (hash) => ({ hash, sent: await readSentTransaction(chain, hash) })),
    )
    for (const { hash, sent } of read) if (sent !== undefined) transactions.set(hash, sent)
  }
  return transactions
}

const NOTHING_BYPASSED = { bypassed: undefined, approverIds: [] } as const

/**
 * Returns the checks that an execution bypassed, and the people whose approval it lacked. A call that cannot
 * be read bypasses every approval and every policy of its wallet. A daily limit is compared with the call
 * alone.
 */
function whatIsBypassed(
  { chain }: HasChain,
  wallet: WalletRow,
  handed: HandedCall | undefined,
): Pick<OutsideExecution, 'bypassed' | 'approverIds'> {
  const { approverId, policies } = wallet
  if (approverId !== null) return { bypassed: 'end-user', approverIds: [approverId] }
  const charged = wallet.token_address === null ? undefined : chargedFee(wallet)
  const call = handed === undefined ? undefined : policyCall(chain.id, handed.call, charged)
  const wanting = (policies ?? []).filter(
    ({ rule }) => rule.kind === 'approval' && (call === undefined || refuses(rule, call)),
  )
  if (wanting.length > 0) {
    const named = wanting.flatMap(({ approvers }) => (approvers ?? []).map(({ id }) => id))
    return { bypassed: 'administrator', approverIds: [...new Set(named)] }
  }
  const isRefused = policies?.some(
    ({ rule, coins }) =>
      rule.kind !== 'approval' && (call === undefined || refuses(rule, call, { coins: coins ?? [] })),
  )
  return { bypassed: isRefused === true ? 'policy' : undefined, approverIds: [] }
}

async function withNotes(ctx: HasChain, found: readonly OutsideExecution[]): Promise<OutsideExecution[]> {
  const calls = found.flatMap(({ handed }) => {
    if (handed === undefined) return []
    const { toAddress, value, fee, feeCoinAddress, data } = handed.call
    const noted = { value: String(value), fee: String(fee), fee_coin_address: feeCoinAddress, data }
    return [[handed.digest, { ...noted, to_address: toAddress }] as const]
  })
  const events = found.map(({ event }) => event)
  const noted = await executionsWithNotes(ctx, events, new Map(calls))
  return found.map((one, index) => ({ ...one, event: noted[index] ?? one.event }))
}

/**
 * Stores the executions that are not stored yet, in the database transaction that moves the cursor. Also
 * stores their events and the notices to people whose approval was bypassed. Returns the new ones.
 */
export async function recordOutside(
  ctx: HasClock,
  trx: Transaction,
  found: readonly OutsideExecution[],
): Promise<StoredExecution[]> {
  const fresh = [...(await insertRead(ctx, trx, found)), ...(await insertUnread(ctx, trx, found))]
  const bypassing = fresh.filter(({ bypassed }) => bypassed !== undefined)
  const approvals = bypassing.map(({ event, approverIds }) => ({ digest: event.digest, approverIds }))
  await nameBypassed(trx, approvals)
  await queueBypassedNotices(trx, approvals)
  return fresh
}

/** Returns the executions that were not stored yet. */
async function insertRead(
  ctx: HasClock,
  trx: Transaction,
  found: readonly OutsideExecution[],
): Promise<StoredExecution[]> {
  const rows = found.flatMap((one) => {
    const { event, organizationId, handed, bypassed } = one
    if (handed === undefined) return []
    const transaction = { ...handed, id: randomUUID(), organizationId, now: ctx.clock.now() }
    const { hash, blockNumber, blockHash, isSent } = event
    const note = event.note ?? (isSent === true ? LOST_REASON : OUTSIDE_REASON)
    return [{ one, transaction, executed: { hash, blockNumber, blockHash, note, bypassed } }]
  })
  const stored = await insertFound(trx, rows)
  return rows.flatMap(({ one, transaction: { id } }) => (stored.has(id) ? [{ ...one, id }] : []))
}

/**
 * Stores only executions that bypassed an approval or a policy. Nothing else is known of the other executions.
 * Returns the new ones.
 */
async function insertUnread(
  ctx: HasClock,
  trx: Transaction,
  found: readonly OutsideExecution[],
): Promise<StoredExecution[]> {
  const rows = found.flatMap(({ event, organizationId, handed, bypassed }) => {
    if (handed !== undefined || bypassed === undefined) return []
    const { digest, wallet, hash, blockNumber, blockHash } = event
    const mined = { transaction_hash: hash, block_number: String(blockNumber), block_hash: blockHash }
    const about = { organization_id: organizationId, wallet_address: wallet, found_at: ctx.clock.now() }
    return [{ digest, bypassed, ...mined, ...about }]
  })
  if (rows.length === 0) return []
  const inserted = insertRows('unread_executions', rows)
  const { rows: stored } = await sql<{ digest: Hex }>`
    ${inserted} on conflict do nothing returning digest`.execute(trx)
  const digests = new Set(stored.map(({ digest }) => digest))
  return found.filter(({ event }) => digests.has(event.digest))
}

/**
 * Logs an alert for each execution that bypassed an approval or a policy, and a warning with the records that the
 * database had lost. Call it after the commit.
 */
export function reportOutside(ctx: HasLog, stored: readonly StoredExecution[]): void {
  for (const { id, event, organizationId, bypassed } of stored) {
    if (bypassed === undefined) continue
    logBypassed(ctx, { ...(id !== undefined && { id }), organizationId, hash: event.hash, bypassed })
  }
  const lost = stored.flatMap(({ id, event }) => (event.isSent === true && id !== undefined ? [id] : []))
  if (lost.length > 0)
    ctx.log.warn({ transactions: lost }, 'found transactions on the chain that the database had lost')
}
