import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { listOrganizationTransactionsQuerySchema } from '#protocol/approval-endpoints.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { HeldToken } from '#protocol/holdings.ts'
import type { AskedApprover, OrganizationTransaction } from '#protocol/organization-transactions.ts'
import type { TransactionKind } from '#protocol/token-functions.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { comesAfter, encodeRowCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import { expireHeld } from '#service/approvals/decide-held.ts'
import { decisionAnswer } from '#service/approvals/share-answer.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasChain, HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { findHeldTokens } from '#service/holdings/find-held-tokens.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import type { AskedRow } from '#service/ledger/given-approvals.ts'
import {
  selectTransactions,
  type TransactionRow,
  transactionAnswer,
} from '#service/ledger/read-transactions.ts'
import { foundBy } from '#service/wallets/list-wallets.ts'
import { answerTransaction } from './get-transaction.ts'
import { ofAmount, ofCounterparty } from './search-newest.ts'

/**
 * `GET /v1/org/transactions`: the organization's transactions with their wallets and end-users, newest first,
 * filtered by the query. Every page except the last has a `Link` header with `rel="next"` (ADR 0019).
 *
 * @throws VALIDATION_FAILED for an invalid cursor or a time that does not exist
 */
export const listOrganizationTransactions: PagedOperation<
  'listOrganizationTransactions',
  HasChain & HasDatabase & HasPublicUrl
> = async (ctx, caller, input) => {
  const { page, headers } = await readTransactionPage(ctx, caller, input.query, '/v1/org/transactions')
  return new WithHeaders(await organizationTransactions(ctx, caller.organizationId, page), headers)
}

/**
 * `GET /transactions`: the organization's transactions, newest first, optionally of one wallet or in one
 * status. Every page except the last has a `Link` header with `rel="next"`. The list is empty for a wallet of
 * another organization (profile 8).
 *
 * @throws VALIDATION_FAILED for an invalid cursor
 */
export const listTransactions: PagedOperation<'listTransactions', HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  input,
) => {
  const { page, headers } = await readTransactionPage(ctx, caller, input.query, '/v1/baas/transactions')
  return new WithHeaders(
    page.map((row) => answerTransaction(caller, row)),
    headers,
  )
}

/** The filter of a list, with the names of the query. The next page has the same filter. */
type TransactionFilter = z.output<typeof listOrganizationTransactionsQuerySchema>

/**
 * Reads one page of an organization's transactions, newest first, and the `Link` header to the next one at
 * `path`. Rows past the deadline of their approval are expired first, so that none is listed as pending.
 *
 * @throws VALIDATION_FAILED for an invalid cursor or a time that does not exist
 */
function readTransactionPage(
  ctx: HasDatabase & HasPublicUrl,
  caller: Caller,
  filter: TransactionFilter,
  path: string,
) {
  return readPage({
    publicUrl: ctx.settings.publicUrl,
    path,
    query: filter,
    read: async (count) => {
      const select = () => selectPage(ctx, caller.organizationId, filter, count)
      const rows = await select()
      if (!rows.some((row) => row.is_late === true)) return rows
      await expireHeld(ctx)
      return select()
    },
    next: ({ created_at: createdAt, id }) => ({ cursor: encodeRowCursor({ createdAt, id }) }),
  })
}

async function selectPage(
  ctx: HasDatabase,
  organizationId: string,
  filter: TransactionFilter,
  count: number,
) {
  let select = selectTransactions(ctx)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
  const { wallet, digest, status, kind, token, user, sinceDatetime, untilDatetime, cursor } = filter
  const { counterparty, amount } = filter
  if (wallet !== undefined) select = select.where('wallet_address', '=', lowerCase(wallet))
  if (digest !== undefined) select = select.where('digest', '=', lowerCase(digest))
  if (status !== undefined) select = select.where(inState(status, organizationId))
  if (kind !== undefined) select = select.where(ofKind(kind))
  if (token !== undefined) select = select.where(ofToken(token.toLowerCase()))
  if (user !== undefined && user !== '')
    select = select.where(await ofWalletsFoundBy(ctx, organizationId, user))
  if (counterparty !== undefined)
    select = select.where(ofCounterparty(organizationId, counterparty.toLowerCase()))
  if (amount !== undefined) select = select.where(await ofAmount(ctx, organizationId, amount))
  if (sinceDatetime !== undefined) select = select.where('created_at', '>=', new Date(sinceDatetime))
  if (untilDatetime !== undefined) select = select.where('created_at', '<', new Date(untilDatetime))
  if (cursor !== undefined) select = select.where(comesAfter(cursor, ['created_at', 'id']))
  return select.execute()
}

/**
 * Maximum number of wallets whose transactions are looked up one wallet at a time. With more wallets, most
 * pages are full after reading a few rows by age.
 */
const WALLETS_FEW = 1_000

/**
 * SQL: whether a row of `transactions` belongs to a wallet that a search text finds. Looks the wallets up first,
 * because the planner's estimate for a text is far off.
 */
async function ofWalletsFoundBy({ db }: HasDatabase, organizationId: string, text: string) {
  const found = sql`organization_id = ${organizationId} and status <> 'failed' and ${foundBy(text)}`
  const { rows } = await sql<{ address: string }>`
    select address from wallets where ${found} limit ${WALLETS_FEW + 1}`.execute(db)
  if (rows.length <= WALLETS_FEW)
    return sql<boolean>`wallet_address = any(${rows.map(({ address }) => address)}::text[])`
  return sql<boolean>`exists (select from wallets where address = wallet_address and ${found} offset 0)`
}

/** SQL: whether a row of `transactions` has a state, by the index or the table of that state. */
function inState(state: TransactionState, organizationId: string): RawBuilder<boolean> {
  if (state === 'CONFIRMED') return sql`state = ${state}`
  if (state !== 'SUBMITTED') return sql`rare_state = ${state}`
  return sql`transactions.id in (
    select transaction_id from submitted_transactions where organization_id = ${organizationId})`
}

/** Whether a row of `transactions` has a kind. A wallet's call to itself is a wallet call, whatever the function. */
function ofKind(kind: TransactionKind): RawBuilder<boolean> {
  return kind === 'wallet'
    ? sql<boolean>`to_address = wallet_address and data <> '0x'`
    : sql<boolean>`call_kind = ${kind}`
}

/**
 * Whether a row of `transactions` is about a token: its contract is called directly or in a batch. The zero
 * address stands for the chain's native token. `token` in lower case.
 */
function ofToken(token: string): RawBuilder<boolean> {
  if (token === ZERO_ADDRESS) return sql<boolean>`value <> 0`
  const batched = sql`to_address = wallet_address and data <> '0x' and lower(data) like ${`%${token.slice(2)}%`}`
  return sql<boolean>`(to_address = ${token} or (${batched}))`
}

/** Reads transactions for the organization's own people: with wallet and end-user, without the number to pick. */
export async function organizationTransactions(
  ctx: HasChain & HasDatabase,
  organizationId: string,
  rows: readonly TransactionRow[],
): Promise<OrganizationTransaction[]> {
  const [owners, held] = await Promise.all([
    readOwners(ctx, organizationId, [...new Set(rows.map((row) => row.wallet_address))]),
    findHeldTokens(ctx, rows),
  ])
  const ownerOf = new Map(owners.map((owner) => [owner.address, owner]))
  return rows.map((row, index) => withOwner(row, ownerOf.get(row.wallet_address), held[index] ?? []))
}

async function readOwners(ctx: HasDatabase, organizationId: string, addresses: string[]) {
  if (addresses.length === 0) return []
  return ctx.db
    .selectFrom('wallets')
    .select(['address', 'label', 'external_user_id', 'external_user_label', 'email'])
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'failed')
    .where('address', 'in', addresses)
    .execute()
}

type Owner = Awaited<ReturnType<typeof readOwners>>[number]

function withOwner(
  row: TransactionRow,
  owner: Owner | undefined,
  held: HeldToken[],
): OrganizationTransaction {
  const { approval, ...transaction } = transactionAnswer(row, false)
  const { number: _, ...shown } = approval ?? {}
  return {
    ...transaction,
    ...(approval === undefined
      ? {}
      : { approval: { ...shown, expiresAtDatetime: approval.expiresAtDatetime } }),
    walletLabel: owner?.label ?? '',
    externalUserId: owner?.external_user_id ?? '',
    externalUserLabel: owner?.external_user_label ?? '',
    ...(owner === undefined || owner.email === '' ? {} : { email: owner.email }),
    ...(row.approver_email !== null && { approverEmail: row.approver_email }),
    ...(row.asked !== null && { approvers: row.asked.map(askedAnswer) }),
    ...(row.seconds_left === null ? {} : { secondsLeft: row.seconds_left }),
    ...(held.length > 0 && { held }),
    ...namedAdministrator(row),
  }
}

/** The administrator whom the holder of the API key named. Lists never contain origins or IP addresses. */
function namedAdministrator({ requested_by: stored }: TransactionRow): {
  requestedBy?: { id: string; name: string }
} {
  const named = stored?.namedByKey
  return named?.kind === 'administrator' ? { requestedBy: { id: named.id, name: named.name } } : {}
}

function askedAnswer({ email, name, administratorId, ...decision }: AskedRow): AskedApprover {
  return {
    email,
    ...(name !== null && { name }),
    ...(administratorId !== null && { administratorId }),
    ...(decision.isRemoved && { removed: true as const }),
    ...decisionAnswer(decision),
  }
}
