import { sql, type RawBuilder } from 'kysely'
import type { AddressFacts, LookUpAddressesRequest } from '#protocol/addresses.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { SHOWN_DIGITS } from '#protocol/display/lookalike-address.ts'
import { EXECUTE_BATCH } from '#protocol/signing/wallet-functions.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

/**
 * `POST /addresses/lookup`: names, look-alikes and, with `walletAddress`, the last use of addresses. Every part
 * uses an index, so its cost does not depend on the number of wallets (ADR 0018).
 *
 * @throws WALLET_NOT_OWNED
 */
export const lookUpAddresses: Operation<'lookUpAddresses', HasChain & HasDatabase> = async (
  ctx,
  { organizationId },
  { body },
) => {
  const addresses = [...new Set(body.addresses.map((address) => address.toLowerCase()))]
  const used = await readUses(ctx, organizationId, { ...body, addresses })
  const found = await readWallets(ctx, organizationId, addresses)
  return {
    addresses: found.map((row): AddressFacts => ({ ...walletFacts(row), ...used?.facts.get(row.address) })),
    ...(used !== undefined && { isWholeHistory: used.isWhole }),
  }
}

type WalletRow = {
  address: string
  label: string | null
  like_address: string | null
  like_label: string | null
}

/** SQL for `lookAlikeKey`, as in the indexes of migration 0003. */
function lookAlikeKey(column: RawBuilder<unknown>): RawBuilder<string> {
  const digits = sql.lit(SHOWN_DIGITS)
  return sql`(substr(${column}, 3, ${digits}) || right(${column}, ${digits}))`
}

/**
 * SQL at the end of a subquery that must use the index of its key. Without it, the planner reads a table in the order
 * of the result instead.
 */
const BY_KEY = sql`offset 0`

/** SQL for the rows `asked (address, key)`. */
function askedRows(addresses: readonly string[]): RawBuilder<unknown> {
  return sql`(select address, ${lookAlikeKey(sql`address`)} as key
    from unnest(string_to_array(${addresses.join(',')}, ',')) as address) as asked`
}

async function readWallets({ db }: HasDatabase, organizationId: string, addresses: string[]) {
  const { rows } = await sql<WalletRow>`${PREPARED}
    select asked.address, own.label, other.address as like_address, other.label as like_label
    from ${askedRows(addresses)}
    left join lateral (
      select label from wallets
      where address = asked.address and organization_id = ${organizationId} and status <> 'failed'
    ) as own on true
    left join lateral (
      select address, label from (
        select address, label from wallets
        where organization_id = ${organizationId} and ${lookAlikeKey(sql`address`)} = asked.key
          and address <> asked.address and status <> 'failed' ${BY_KEY}) as alike
      order by address limit 1
    ) as other on true`.execute(db)
  return rows
}

function walletFacts({ address, label, like_address: likeAddress, like_label: likeLabel }: WalletRow) {
  const named = (at: string | null, name: string | null) =>
    at === null || name === null ? null : { address: checksumAddress(at), label: name }
  return {
    address: checksumAddress(address),
    wallet: named(address, label),
    looksLikeWallet: named(likeAddress, likeLabel),
  }
}

type UseRow = { address: string; used_at: Date | null; like_address: string | null }

/** Reads when the wallet last used each address, and a look-alike that it used. Undefined if no wallet is given. */
async function readUses(
  ctx: HasChain & HasDatabase,
  organizationId: string,
  { addresses, walletAddress }: LookUpAddressesRequest,
) {
  if (walletAddress === undefined) return undefined
  const own = await requireOwnWallet(ctx, organizationId, walletAddress)
  const wallet = own.address.toLowerCase()
  const { rows } = await sql<UseRow>`${PREPARED}
    with newest as materialized (
      select lower(left(data, ${sql.lit(PARTIES_LENGTH)})) as data, created_at, call_kind from transactions
      where organization_id = ${organizationId} and wallet_address = ${wallet} and state = 'CONFIRMED'
      order by created_at desc, id desc limit ${sql.lit(NEWEST)})
    select asked.address, greatest(
        moved.at, called.at,
        (select max(created_at) from newest
          where call_kind <> 'other' and strpos(data, ${sql.lit(ADDRESS_PADDING)} || substr(asked.address, 3)) > 0)
      ) as used_at, coalesce(moved.alike, called.alike) as like_address
    from ${askedRows(addresses)}
    cross join lateral ${usesIn(movedTo(ctx.chain.id, wallet))} as moved
    cross join lateral ${usesIn(calledAt(wallet))} as called`.execute(ctx.db)
  const facts = rows.map(({ address, used_at: usedAt, like_address: like }) => {
    const looksLikeUsed = like === null ? null : checksumAddress(like)
    return [address, { lastUsedAtDatetime: usedAt?.toISOString() ?? null, looksLikeUsed }] as const
  })
  return { facts: new Map(facts), isWhole: await isWholeHistory(ctx, organizationId, wallet) }
}

/**
 * Number of the wallet's newest transactions whose calls are decoded, because the index of logs lags a few
 * blocks behind.
 */
const NEWEST = 20
/** Characters of calldata that contain the parties of a token's call: a selector and five words in hex. */
const PARTIES_LENGTH = 10 + 5 * 64
/** The zeros before the 40 digits of an address in calldata. */
const ADDRESS_PADDING = '0'.repeat(24)

/**
 * SQL that selects two values from rows `(to_address, used_at)` with the requested look-alike key: the last use of
 * the requested address, and another address that looks like it.
 */
function usesIn(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select max(used_at) filter (where to_address = asked.address) as at,
      min(to_address) filter (where to_address <> asked.address) as alike
    from (${rows} ${BY_KEY}) as used)`
}

/**
 * SQL for tokens that the wallet moved or granted to addresses with the requested look-alike key. Anyone can make a token
 * emit a log of a false transfer, even in a transaction that also contains a call of the wallet. So the log
 * must be in a transaction of the wallet, have an amount above zero, and be of a listed token or of the token
 * that the wallet called.
 */
function movedTo(chainId: number, wallet: string): RawBuilder<unknown> {
  return sql`select to_address, mined_at as used_at from holding_events as event
    where chain_id = ${sql.lit(chainId)} and wallet_address = ${wallet} and from_address = wallet_address
      and ${lookAlikeKey(sql`to_address`)} = asked.key
      and coalesce(amount, 1) <> 0 and coalesce(approved, true)
      and exists (select from transactions as call
        where transaction_hash = event.transaction_hash and wallet_address = event.wallet_address
          and (call_kind in ('transfer', 'approve', 'approve-all') and call.to_address = token_address
            or exists (select from organization_allowed_tokens as listed
              where listed.organization_id = call.organization_id and listed.address = token_address)))`
}

/**
 * SQL for calls to addresses with the requested look-alike key: those that sent the native token, and those whose
 * function is not one of a token.
 */
function calledAt(wallet: string): RawBuilder<unknown> {
  return sql`select to_address, created_at as used_at from transactions
    where wallet_address = ${wallet} and ${lookAlikeKey(sql`to_address`)} = asked.key
      and (value <> 0 or call_kind = 'other') and state = 'CONFIRMED'`
}

async function isWholeHistory(
  { db, chain }: HasChain & HasDatabase,
  organizationId: string,
  wallet: string,
): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`${PREPARED}
    select exists (select from holding_wallets
        where chain_id = ${sql.lit(chain.id)} and address = ${wallet} and next_block >= live_from)
      and not exists (select from transactions
        where organization_id = ${organizationId} and to_address = ${wallet} and wallet_address = to_address
          and starts_with(data, ${EXECUTE_BATCH}) and state = 'CONFIRMED') as whole`.execute(db)
  return rows[0]?.whole === true
}
