import { sql, type Nullable, type RawBuilder, type Selectable } from 'kysely'
import type { HeldTransaction } from '#protocol/approver-api.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import type { SimulationOutcome } from '#protocol/simulation.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { decodeRowCursor, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import type { HasChain, HasDatabase, HasRelay } from '#service/context-parts.ts'
import { databaseNow, type Tables } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import type { Select } from '#service/db/select.ts'
import { findHeldTokens } from '#service/holdings/find-held-tokens.ts'
import { simulateWalletCall } from '#service/holdings/simulate-changes.ts'
import { askedRows, type AskedRow } from '#service/ledger/given-approvals.ts'
import {
  bypassedAnswer,
  callAnswer,
  executableUntil,
  storedCall,
  type CallRow,
} from '#service/ledger/read-transactions.ts'
import { readSignature } from '#service/ledger/signing-key.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { isAsked, isDecidedBy, isListedFor } from './asked-approvers.ts'
import { listBypassed, readBypassed } from './bypassed-transactions.ts'
import { noteSeen } from './note-seen.ts'
import { readProtection } from './protection.ts'
import type { Approver } from './sessions.ts'
import { isDecidedBySelf, requesterAnswer, shareAnswer } from './share-answer.ts'
import { callFromWallet } from './simulate-from-wallet.ts'

/**
 * SQL on `transactions` and `held`: whether the transaction is pending and its deadline has not passed. After the
 * deadline it is not pending, even if it is not marked as expired yet.
 */
export const isWaiting = sql<boolean>`(
  transactions.state = 'PENDING_USER_APPROVAL' and held.deadline > service_now())`

/** Selects a held transaction that a person may decide, by its id and further conditions. */
export function selectHeldFor(ctx: HasDatabase, approverId: string, transactionId: string): HeldSelect {
  const own = selectWith(ctx, approverId).where(isAsked('transaction', approverId))
  return own.where('held.transaction_id', '=', transactionId)
}

/** Selects held transactions with a person as their approver. */
function selectWith(ctx: HasDatabase, approverId: string): HeldSelect {
  return ctx.db
    .selectFrom('held_transactions as held')
    .innerJoin('transactions', 'transactions.id', 'held.transaction_id')
    .innerJoin('approvers', (join) => join.on('approvers.id', '=', approverId))
    .innerJoin('organizations', 'organizations.id', 'transactions.organization_id')
    .leftJoin('wallets', (join) =>
      join.onRef('wallets.address', '=', 'transactions.wallet_address').on('wallets.status', '<>', 'failed'),
    )
    .selectAll('transactions')
    .select(['held.transaction_id', 'held.candidates', 'held.held_at', 'held.deadline', 'held.decided_at'])
    .select(['held.reported', 'organizations.name as organization_name', 'wallets.label'])
    .select(['approvers.email', 'approvers.language', 'approvers.external_user_id'])
    .select(['approvers.id as person_id', 'held.approvals_required', askedRows('transaction').as('asked')])
    .select(executableUntil.as('executable_until'))
    .select(
      sql<number>`greatest(0, ceil(extract(epoch from
        coalesce(${executableUntil}, held.deadline) - ${databaseNow})))::integer`.as('seconds_left'),
    )
}

/** Selects the approver's own transactions, so that another person's cannot be found. */
function selectOwnHeld(ctx: HasDatabase, approver: Approver): HeldSelect {
  return selectWith(ctx, approver.id).where(isListedFor('transaction', approver))
}

/** SQL on `transactions` and `held`: the transaction waits for the decision of this person. */
function isWaitingFor(approver: Approver): RawBuilder<boolean> {
  // An end-user's decision ends the waiting.
  if (approver.external_user_id !== null) return isWaiting
  return sql<boolean>`(${isWaiting} and not ${isDecidedBy('transaction', approver.id)})`
}

/** A transaction with its request for approval. */
type HeldRow = Selectable<Tables['transactions']> &
  Pick<
    Selectable<Tables['held_transactions']>,
    'transaction_id' | 'candidates' | 'held_at' | 'deadline' | 'decided_at' | 'reported'
  > &
  Pick<Selectable<Tables['approvers']>, 'email' | 'language' | 'external_user_id'> & {
    organization_name: string
    label: string | null
    executable_until: Date | null
    seconds_left: number
    person_id: string
    approvals_required: number
    /** The people whom the organization's policies ask. Null if an end-user decides. */
    asked: AskedRow[] | null
  }
type HeldSelect = Select<
  {
    held: Tables['held_transactions']
    transactions: Tables['transactions']
    approvers: Tables['approvers']
    organizations: Tables['organizations']
    wallets: Nullable<Tables['wallets']>
  },
  HeldRow
>
/** A row and its response. */
type RowAndAnswer = { row: HeldRow; held: HeldTransaction }

/** Returns held transactions as their end-user reads them. No response shows which number is the right one. */
export async function heldAnswers(
  ctx: HasChain & HasDatabase,
  rows: readonly HeldRow[],
): Promise<HeldTransaction[]> {
  const tokens = await findHeldTokens(ctx, rows)
  return rows.map((row, index) => heldAnswer(ctx.chain.id, row, tokens[index] ?? []))
}

function heldAnswer(chainId: number, row: HeldRow, held: HeldTransaction['held'] & {}): HeldTransaction {
  const isOpen = row.state === 'PENDING_USER_APPROVAL'
  const isLate = isOpen && row.seconds_left === 0
  return {
    transactionUuid: row.transaction_id,
    status: isLate ? 'EXPIRED' : row.state,
    organizationName: row.organization_name,
    ...(row.external_user_id === null && { forOrganization: true }),
    walletAddress: checksumAddress(row.wallet_address),
    walletLabel: row.label ?? '',
    chainId,
    digest: row.digest,
    ...callAnswer(row),
    ...shareAnswer(row, row.person_id),
    ...requesterAnswer(row),
    ...(isOpen && !isLate && !isDecidedBySelf(row) ? { numbers: row.candidates } : {}),
    heldAtDatetime: row.held_at.toISOString(),
    expiresAtDatetime: row.deadline.toISOString(),
    secondsLeft: isOpen || row.executable_until !== null ? row.seconds_left : 0,
    ...(row.decided_at === null ? {} : { decidedAtDatetime: row.decided_at.toISOString() }),
    reported: row.reported,
    ...(row.transaction_hash === null ? {} : { transactionHash: row.transaction_hash }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...bypassedAnswer(row),
    ...(row.executable_until === null ? {} : { executableUntil: row.executable_until.toISOString() }),
    ...(held.length > 0 && { held }),
  }
}

/** Returns the row and the response of the first selected transaction, or undefined if there is none. */
export async function readFirst(
  ctx: HasChain & HasDatabase,
  select: HeldSelect,
): Promise<RowAndAnswer | undefined> {
  return firstAnswer(ctx, await select.execute())
}

async function firstAnswer(
  ctx: HasChain & HasDatabase,
  rows: readonly HeldRow[],
): Promise<RowAndAnswer | undefined> {
  const [held] = await heldAnswers(ctx, rows)
  const [row] = rows
  return row && held && { row, held }
}

/**
 * `GET /approve/api/transactions/{transactionUuid}`: one of this person's transactions, with the result of a
 * simulation while it is pending. Records the first read, so that the integrator can show their user that it
 * was seen (profile 9).
 *
 * @throws NOT_FOUND for another person's transaction and for an unknown one
 */
export const getHeldTransaction: ApproverOperation<
  'getHeldTransaction',
  HasChain & HasDatabase & HasRelay
> = async (ctx, approver, input) => {
  const { transactionUuid } = input.params
  const { row, held } = await readOwn(ctx, approver, transactionUuid)
  const waits = held.status === 'PENDING_USER_APPROVAL'
  const [simulation, protection] = await Promise.all([
    waits ? simulateHeld(ctx, row) : undefined,
    readProtection(ctx, row.wallet_address, approver.id),
    noteSeen(ctx, approver, transactionUuid),
  ])
  return { ...held, ...(simulation !== undefined && { simulation }), ...protection }
}

/**
 * Simulates a held transaction as if it were executed now, with its signature. The signature of a co-signer
 * does not exist yet. For a wallet with a co-signer, the simulation therefore calls from the wallet itself.
 */
export async function simulateHeld(
  ctx: HasChain & HasDatabase & HasRelay,
  row: CallRow & { id: string; signature: Uint8Array },
): Promise<SimulationOutcome> {
  const call = storedCall(row)
  const held = await findRow(ctx.db, 'held_transactions', ['co_signer'], { transaction_id: row.id })
  const isUnsigned = held !== undefined && held.co_signer !== null
  const signed = {
    // Simulates from the relayer's address, because a contract can read the sender of a transaction.
    from: ctx.relay.funds()[0]?.address ?? ZERO_ADDRESS,
    to: row.wallet_address,
    data: encodeExecuteCall(call, readSignature(row)),
    gas: RELAY_DEFAULTS.gasLimitMax,
  }
  const made = isUnsigned ? { ...callFromWallet(call), gas: RELAY_DEFAULTS.gasLimitMax } : signed
  const feeAccounts = [row.wallet_address, call.feeWithdrawAddress]
  const feeCoins = feeAccounts.map((account) => ({ token: call.feeCoinAddress, account }))
  return simulateWalletCall(ctx, call, made, { others: feeCoins })
}

/**
 * Reads the row and the response of one of the approver's own transactions, held or executed without them.
 * @throws NOT_FOUND
 */
export async function readOwn(
  ctx: HasChain & HasDatabase,
  approver: Approver,
  uuid: string,
): Promise<RowAndAnswer> {
  const own = selectHeldFor(ctx, approver.id, uuid)
  const found =
    (await readFirst(ctx, own)) ?? (await firstAnswer(ctx, await readBypassed(ctx, approver, uuid)))
  if (found === undefined) throw apiError('NOT_FOUND')
  return found
}

const WAITING_MAX = 100

/**
 * `GET /approve/api/transactions`: this person's pending transactions, the next to expire first. After them,
 * FAILED ones that can still be executed (ADR 0010).
 */
export const listWaiting: ApproverOperation<'listWaiting', HasChain & HasDatabase> = async (
  ctx,
  approver,
) => {
  const rows = await selectOwnHeld(ctx, approver)
    .where(sql<boolean>`(${isWaitingFor(approver)} or ${executableUntil} is not null)`)
    .orderBy(isWaiting, 'desc')
    .orderBy('held.deadline')
    .orderBy('held.transaction_id')
    .limit(WAITING_MAX)
    .execute()
  return heldAnswers(ctx, rows)
}

const PAGE = 50

/**
 * `GET /approve/api/history`: transactions that this person decided or let expire, and executions without
 * their approval, newest first (ADR 0012).
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 */
export const listHistory: ApproverOperation<'listHistory', HasChain & HasDatabase> = async (
  ctx,
  approver,
  { query },
) => {
  const after = query.cursor === undefined ? undefined : decodeRowCursor(query.cursor)
  if (query.cursor !== undefined && after === undefined)
    throw fieldError('cursor', 'must be the nextCursor of a page')
  let select = selectOwnHeld(ctx, approver)
    .where(sql<boolean>`not ${isWaitingFor(approver)}`)
    .orderBy('held.held_at', 'desc')
    .orderBy('held.transaction_id', 'desc')
    .limit(PAGE + 1)
  if (after !== undefined)
    select = select.where(
      sql<boolean>`(held.held_at, held.transaction_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  const bypassed = await listBypassed(ctx, approver, { after, limit: PAGE + 1 })
  const rows: HeldRow[] = [...(await select.execute()), ...bypassed].toSorted(byNewest)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const next = rows.length > PAGE && last !== undefined ? last : undefined
  return {
    transactions: await heldAnswers(ctx, page),
    ...(next === undefined
      ? {}
      : { nextCursor: encodeRowCursor({ createdAt: next.held_at, id: next.transaction_id }) }),
  }
}

function byNewest(one: HeldRow, other: HeldRow): number {
  const newer = other.held_at.getTime() - one.held_at.getTime()
  return newer === 0 ? other.transaction_id.localeCompare(one.transaction_id) : newer
}
