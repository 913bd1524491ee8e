import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { HistoryEntry } from '#protocol/holdings.ts'
import { decodeCursor, encodeCursor, requireCursor } from '#server-kit/http/page-cursor.ts'
import { readPage } from '#server-kit/http/read-page.ts'
import type { HasChain, HasDatabase, HasPublicUrl } from '#service/context-parts.ts'
import { WithHeaders, type PagedOperation } from '#service/http/endpoint-types.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import type { HoldingTables } from './tables.ts'

type Row = Selectable<HoldingTables['holding_events']> & {
  name: string | null
  symbol: string | null
  decimals: number | null
  transaction_uuid: string | null
}

/**
 * `GET /wallets/{address}/history`: incoming and outgoing transfers and grants, as logged by the tokens, newest
 * first. `transactionUuid` is set if a transaction of the organization caused the entry. Every page but the last
 * has a `Link` header with `rel="next"` (profile 8).
 *
 * @throws WALLET_NOT_OWNED, VALIDATION_FAILED for an invalid cursor
 */
export const listHistory: PagedOperation<'listHistory', HasChain & HasDatabase & HasPublicUrl> = async (
  ctx,
  caller,
  { params, query },
) => {
  const { address } = await requireOwnWallet(ctx, caller.organizationId, params.address)
  const { organizationId } = caller
  const wallet = address.toLowerCase()
  const behind = query.cursor === undefined ? sql`true` : afterCursor(query.cursor)
  const { page, headers } = await readPage({
    publicUrl: ctx.settings.publicUrl,
    path: `/v1/baas/wallets/${address}/history`,
    query,
    read: async (count) => {
      const found = await sql<Row>`
        select events.*, listed.name, listed.symbol, listed.decimals,
          ${selectTransaction(organizationId)} as transaction_uuid
        from (
          select * from holding_events
          where chain_id = ${ctx.chain.id} and wallet_address = ${wallet} and ${behind}
          order by block_number desc, log_index desc, item_index desc limit ${count}
        ) events
        left join organization_allowed_tokens listed
          on listed.organization_id = ${organizationId} and listed.address = events.token_address
        order by block_number desc, log_index desc, item_index desc`.execute(ctx.db)
      return found.rows
    },
    next: (last) => ({ cursor: encodeCursor([last.block_number, last.log_index, last.item_index]) }),
  })
  return new WithHeaders(page.map(historyEntry), headers)
}

const index = z.int().check(z.nonnegative(), z.maximum(2_147_483_647))
const cursorSchema = z.tuple([z.string().check(z.regex(/^[0-9]{1,18}$/)), index, index])

/**
 * SQL: the organization's transaction that caused an event. One transaction of the chain may contain several
 * transactions of the organization. Then the result is that of the wallet that sent the tokens, or of the wallet that
 * received them if they were minted. Null if this wallet has more than one.
 */
function selectTransaction(organizationId: string) {
  return sql`(select min(id::text)::uuid
    from (
      select id, count(*) over () as with_hash, wallet_address =
        case events.from_address when ${ZERO_ADDRESS} then events.wallet_address else events.from_address end as is_its
      from transactions
      where transaction_hash = events.transaction_hash and organization_id = ${organizationId}
    ) as candidates
    where with_hash = 1 or is_its
    having count(*) = 1)`
}

function afterCursor(text: string) {
  const [block, log, item] = requireCursor(decodeCursor(cursorSchema, text))
  return sql`(block_number, log_index, item_index) < (${block}::bigint, ${log}::integer, ${item}::integer)`
}

function historyEntry(row: Row): HistoryEntry {
  const { name, symbol, decimals } = row
  const listed = name !== null && symbol !== null && decimals !== null
  const isIncoming = row.kind === 'transfer' && row.to_address === row.wallet_address
  return {
    kind: deriveKind(row),
    ...(row.standard !== null && { standard: row.standard }),
    tokenAddress: checksumAddress(row.token_address),
    allowed: listed,
    ...(listed && { token: { name, symbol, decimals } }),
    counterparty: checksumAddress(isIncoming ? row.from_address : row.to_address),
    ...(row.amount !== null && { amount: row.amount }),
    ...(row.token_id !== null && { tokenId: row.token_id }),
    ...(row.approved !== null && { approved: row.approved }),
    blockNumber: row.block_number,
    logIndex: row.log_index,
    itemIndex: row.item_index,
    minedAtDatetime: row.mined_at.toISOString(),
    transactionHash: row.transaction_hash,
    ...(row.transaction_uuid !== null && { transactionUuid: row.transaction_uuid }),
  }
}

function deriveKind(row: Row): HistoryEntry['kind'] {
  if (row.kind !== 'transfer') return row.kind
  if (row.from_address === row.to_address) return 'self'
  if (row.to_address === row.wallet_address) return row.from_address === ZERO_ADDRESS ? 'mint' : 'in'
  return row.to_address === ZERO_ADDRESS ? 'burn' : 'out'
}
