import { sql } from 'kysely'
import type { Hex, Address } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { insertRows, type Database, type Transaction } from '#service/db/database.ts'
import type { LocatedEvent } from './read-range.ts'
import type { ClaimKind } from './tables.ts'
import type { TokenEvent } from './token-events.ts'

/** An event and one wallet that it concerns. */
type WalletEvent = { wallet: Address; event: LocatedEvent }

/** Returns the followed wallets of this chain that the events name. */
export async function concernedWallets(
  db: Database,
  chainId: number,
  events: readonly LocatedEvent[],
): Promise<{ wallet: Hex; event: LocatedEvent }[]> {
  const named = [...new Set(events.flatMap(namedIn))]
  if (named.length === 0) return []
  const found = await sql<{ address: Address }>`
    select address from holding_wallets
    where chain_id = ${chainId} and address = any(${named}::text[])`.execute(db)
  const followed = new Set(found.rows.map(({ address }) => address))
  return events.flatMap((event) =>
    namedIn(event)
      .filter((address) => followed.has(address))
      .map((wallet) => ({ wallet, event })),
  )
}

/** Returns both parties of a transfer, or the granting account of a grant. */
function namedIn({ kind, from, to }: LocatedEvent): Address[] {
  return kind === 'transfer' && from !== to ? [from, to] : [from]
}

/** Wrapping is stored only as a claim, because contracts that are not coins can log the same. */
const isHistory = ({ event }: WalletEvent): boolean => event.kind !== 'wrap'

/** Stores events and their claims. An event that is already stored stays unchanged. */
export async function storeEvents(
  trx: Transaction,
  chainId: number,
  events: readonly WalletEvent[],
  times: ReadonlyMap<bigint, bigint>,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.filter(isHistory).map(({ wallet, event }) => ({
    chain_id: chainId,
    wallet_address: wallet,
    block_number: event.blockNumber.toString(),
    log_index: event.logIndex,
    item_index: event.itemIndex,
    kind: event.kind,
    standard: event.standard,
    token_address: event.token,
    from_address: event.from,
    to_address: event.to,
    token_id: event.tokenId?.toString() ?? null,
    amount: event.amount?.toString() ?? null,
    approved: event.approved ?? null,
    transaction_hash: event.transactionHash,
    mined_at: new Date(Number(times.get(event.blockNumber) ?? 0n) * 1_000),
  }))
  if (rows.length > 0) await sql`${insertRows('holding_events', rows)} on conflict do nothing`.execute(trx)
  await insertClaims(trx, chainId, newestClaims(events))
}

type LocatedClaim = Claim & { wallet: Address; block: string; log: number; itemIndex: number }

/** Returns the newest claim about each subject. The events must be in the order of the chain. */
function newestClaims(events: readonly WalletEvent[]): LocatedClaim[] {
  const claims = new Map<string, LocatedClaim>()
  for (const { wallet, event } of events) {
    const claim = toClaim(event, wallet)
    const key = `${wallet} ${claim.kind} ${claim.token} ${claim.item}`
    // Deletes the earlier claim first, so that claims are in the order of their newest logs.
    claims.delete(key)
    const position = { block: event.blockNumber.toString(), log: event.logIndex, itemIndex: event.itemIndex }
    claims.set(key, { ...claim, wallet, ...position })
  }
  return [...claims.values()]
}

async function insertClaims(trx: Transaction, chainId: number, claims: readonly LocatedClaim[]) {
  const rows = claims.map((claim, rank) => ({ ...claim, rank }))
  await sql`
    insert into holding_claims
      (chain_id, wallet_address, kind, token_address, item, open, block_number, log_index, item_index)
    select ${chainId}::bigint, wallet, kind, token, item, open, block, log, "itemIndex"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row
      (wallet text, kind text, token text, item text, open boolean, block bigint, log integer, "itemIndex" integer, rank integer)
    order by rank
    on conflict (chain_id, wallet_address, kind, token_address, item) do update
    set open = excluded.open, block_number = excluded.block_number, log_index = excluded.log_index,
      item_index = excluded.item_index
    where (holding_claims.block_number, holding_claims.log_index, holding_claims.item_index)
      <= (excluded.block_number, excluded.log_index, excluded.item_index)`.execute(trx)
}

/**
 * A claim to confirm. `item` is a token id, a spender or an operator. `open`: whether the claim still holds, as
 * far as this event shows.
 */
type Claim = { kind: ClaimKind; token: Address; item: string; open: boolean }

/** Converts an event to a claim about a wallet that the event names. */
function toClaim(event: TokenEvent, wallet: Address): Claim {
  const { token, to } = event
  if (event.kind === 'operator') return { kind: 'operator', token, item: to, open: event.approved ?? true }
  const tokenId = String(event.tokenId ?? '')
  if (event.kind === 'approval') {
    return event.standard === 'erc721'
      ? { kind: 'itemApproval', token, item: tokenId, open: to !== ZERO_ADDRESS }
      : { kind: 'allowance', token, item: to, open: event.amount !== 0n }
  }
  if (event.standard === 'erc721') return { kind: 'collectible', token, item: tokenId, open: to === wallet }
  // The wallet may still have some units of the token, so the claim stays open.
  if (event.standard === 'erc1155') return { kind: 'multiToken', token, item: tokenId, open: true }
  return { kind: 'coin', token, item: '', open: true }
}
