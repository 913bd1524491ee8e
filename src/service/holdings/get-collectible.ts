import { sql } from 'kysely'
import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Collectible } from '#protocol/wallets.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import { createTurns, type Turns } from '#server-kit/jobs/take-turns.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type {
  HasChain,
  HasClock,
  HasDatabase,
  HasPictureGateways,
  HasItemTurns,
  HasSandboxFlag,
} from '#service/context-parts.ts'
import { findRow } from '#service/db/find-row.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import { fetchItem, type ItemAddress } from './fetch-item.ts'
import type { HoldingTables } from './tables.ts'

/**
 * Maximum items that one process fetches from third-party servers at once. Each response is at most a few
 * megabytes.
 */
const FETCHES_MAX = 16
/**
 * Maximum items fetched at once per organization. A long queue of one organization does not delay another.
 */
const FETCHES_EACH_MAX = 4
/** Maximum wait for a turn, in milliseconds. Longer than a full queue takes if no server responds. */
const FETCH_WAIT_MS_MAX = 600_000

/** Limits how many items a process fetches at once. */
export function createItemTurns(): Turns {
  return createTurns({
    atOnceMax: () => FETCHES_MAX,
    eachMax: FETCHES_EACH_MAX,
    waitMsMax: FETCH_WAIT_MS_MAX,
  })
}

/** Counts per organization. An organization with a count of zero is removed. */
function changeCount(counts: Map<string, number>, organizationId: string, change: 1 | -1): void {
  const count = (counts.get(organizationId) ?? 0) + change
  if (count === 0) counts.delete(organizationId)
  else counts.set(organizationId, count)
}

/** Maximum waiting items per organization. A page of collectibles requests fewer at once. */
const WAITING_MAX = 100
const waiting = new Map<string, number>()
const asked = new Map<string, Promise<StoredItem>>()

/**
 * `GET /wallets/{address}/collectibles/{tokenAddress}/{tokenId}`: the name and the picture of an item. The endpoint
 * serves only items that the index found in the wallet, so that callers cannot make the service fetch arbitrary
 * URLs. A fetched picture is cached for a week (ADR 0018).
 *
 * @throws WALLET_NOT_OWNED, NOT_FOUND for an item that the wallet does not hold, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const getCollectible: Operation<
  'getCollectible',
  HasChain & HasClock & HasDatabase & HasPictureGateways & HasItemTurns & HasSandboxFlag
> = async (ctx, caller, { params }) => {
  const wallet = await requireOwnWallet(ctx, caller.organizationId, params.address)
  const item = await findItem(ctx, wallet.address, params)
  const key = { chain_id: ctx.chain.id, token_address: item.token, token_id: item.tokenId.toString() }
  const stored = await findRow(ctx.db, 'holding_pictures', STORED, key)
  if (stored !== undefined && stored.stale_at > ctx.clock.now()) return collectible(item, stored)
  const { organizationId } = caller
  // Third-party servers may be slow, so the number of waiting items per organization is limited.
  if ((waiting.get(organizationId) ?? 0) >= WAITING_MAX) throw rateLimited(5_000)
  changeCount(waiting, organizationId, 1)
  try {
    return collectible(item, await fetchOnce(ctx, organizationId, item))
  } finally {
    changeCount(waiting, organizationId, -1)
  }
}

type Params = { tokenAddress: string; tokenId: string }

async function findItem(ctx: HasChain & HasDatabase, wallet: Address, params: Params): Promise<ItemAddress> {
  const token: Address = lowerCase(params.tokenAddress)
  const found = await sql<{ kind: string }>`
    select kind from holding_claims
    where chain_id = ${ctx.chain.id} and wallet_address = ${wallet.toLowerCase()} and open
      and kind in ('collectible', 'multiToken') and token_address = ${token} and item = ${params.tokenId}`.execute(
    ctx.db,
  )
  const [claim] = found.rows
  if (claim === undefined) throw apiError('NOT_FOUND')
  const standard = claim.kind === 'collectible' ? 'erc721' : 'erc1155'
  return { token, tokenId: BigInt(params.tokenId), standard }
}

/** Fetches an item. Simultaneous requests of an organization for the same item share one fetch. */
function fetchOnce(
  ctx: HasChain & HasClock & HasDatabase & HasPictureGateways & HasItemTurns & HasSandboxFlag,
  organizationId: string,
  item: ItemAddress,
): Promise<StoredItem> {
  const name = [organizationId, ctx.chain.id, item.token, item.tokenId].join(' ')
  const present = asked.get(name)
  if (present !== undefined) return present
  const fetching = ctx.itemTurns
    .run({ owner: organizationId }, () => fetchAndStore(ctx, item))
    .finally(() => asked.delete(name))
  asked.set(name, fetching)
  return fetching
}

function collectible({ token, tokenId }: ItemAddress, stored: StoredItem): Collectible {
  const { media_type: mediaType, bytes, problem } = stored
  return {
    tokenAddress: checksumAddress(token),
    tokenId: tokenId.toString(),
    name: stored.name,
    description: stored.description,
    ...(mediaType !== null &&
      bytes !== null && { picture: { mediaType, base64: Buffer.from(bytes).toString('base64') } }),
    ...(problem !== null && { problem }),
  }
}

const DAY_SECONDS = 86_400
/** Time for which a result is cached, in seconds. A server that did not respond is tried again soon. */
const VALID_SECONDS = {
  picture: 7 * DAY_SECONDS,
  none: DAY_SECONDS,
  kind: DAY_SECONDS,
  size: DAY_SECONDS,
  unreachable: 300,
}
/** Maximum size of all stored pictures together, in bytes. The oldest are deleted first. */
const STORED_BYTES_MAX = 200_000_000
/** Number of bytes that a row without a picture counts as. */
const ROW_BYTES = 2_000

const STORED = ['name', 'description', 'media_type', 'bytes', 'problem', 'stale_at'] as const
type StoredItem = Pick<HoldingTables['holding_pictures'], (typeof STORED)[number]>

/** Fetches an item and replaces its stored version. */
async function fetchAndStore(
  { db, chain, clock, settings }: HasChain & HasClock & HasDatabase & HasPictureGateways & HasSandboxFlag,
  item: ItemAddress,
) {
  const { sandbox, ipfsGateway, arweaveGateway } = settings
  const fetched = await fetchItem(chain, item, { sandbox, ipfsGateway, arweaveGateway })
  const { name, description, picture, problem = null } = fetched
  const now = clock.now()
  const stored = {
    name,
    description,
    media_type: picture?.mediaType ?? null,
    bytes: picture?.bytes ?? null,
    problem,
    fetched_at: now,
    stale_at: secondsAfter(now, VALID_SECONDS[problem ?? 'picture']),
  }
  await db
    .insertInto('holding_pictures')
    .values({ chain_id: chain.id, token_address: item.token, token_id: item.tokenId.toString(), ...stored })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token_address', 'token_id']).doUpdateSet(stored))
    .execute()
  await sql`
    delete from holding_pictures where (chain_id, token_address, token_id) in (
      select chain_id, token_address, token_id from (
        select chain_id, token_address, token_id,
          sum(coalesce(octet_length(bytes), 0) + ${ROW_BYTES}::integer)
            over (order by fetched_at desc, token_address, token_id) as bytes_so_far
        from holding_pictures
      ) ranked
      where bytes_so_far > ${STORED_BYTES_MAX}::integer
    )`.execute(db)
  return stored
}
