import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { AuthorityEventType, EventData } from '#protocol/events.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { queueAuthorityNotices } from '#service/approvals/authority-notices.ts'
import type { AuthorityEvent, AuthorityKind } from '#service/chain/authority-events.ts'
import type { CoSignerAt } from '#service/chain/wallet-authority.ts'
import type { HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import type { FinalBlock } from './outcome-chain.ts'

/** Webhook event of each change. A delayed or cancelled removal has no event. */
const EVENT_OF_KIND: Partial<Record<AuthorityKind, AuthorityEventType>> = {
  'co-signer-set': 'wallet.cosigner.set',
  'co-signer-removed': 'wallet.cosigner.removed',
  'removal-started': 'wallet.cosigner.removal.started',
  'key-added': 'wallet.key.added',
  'key-removed': 'wallet.key.removed',
}

/** Changes that invalidate an earlier start or delay of a removal. */
const ENDS_REMOVAL: ReadonlySet<AuthorityKind> = new Set<AuthorityKind>([
  'co-signer-set',
  'co-signer-removed',
  'removal-started',
  'removal-delayed',
  'removal-cancelled',
])

/**
 * Stores the changes that the service's own wallets reported. The database transaction that moves the cursor
 * also stores each change's event and the notices to the end-user. If a reorg moves a change to another
 * block, it keeps its transaction hash and is not reported again.
 */
export async function recordAuthorityEvents(
  ctx: HasClock,
  trx: Transaction,
  changes: readonly AuthorityEvent[],
): Promise<void> {
  const owners = await findOwners(trx, changes)
  for (const change of changes) {
    const owner = owners.get(change.wallet)
    if (owner === undefined || !(await storeChange(ctx, trx, change, owner))) continue
    await queueAuthorityNotices(trx, [change])
    const type = EVENT_OF_KIND[change.kind]
    if (type === undefined) continue
    const { organizationId, externalUserId } = owner
    const data = { ...changeData(change), ...(externalUserId !== '' && { externalUserId }) }
    await emitEvent(trx, { organizationId, type, at: ctx.clock.now(), data })
  }
}

type Owner = { organizationId: string; externalUserId: string }

/**
 * Finds the owners of the wallets that reported a change. Ignores other contracts, because any contract can
 * emit such a log.
 */
async function findOwners(
  trx: Transaction,
  changes: readonly AuthorityEvent[],
): Promise<ReadonlyMap<Address, Owner>> {
  if (changes.length === 0) return new Map()
  const addresses = [...new Set(changes.map(({ wallet }) => wallet))]
  // `offset 0` makes the planner look each wallet up by its key. Without it, the planner reads the whole
  // table.
  const { rows } = await sql<Owner & { address: Address }>`
    select own.address, own.organization_id as "organizationId", own.external_user_id as "externalUserId"
    from unnest(${addresses}::text[]) as asked (address)
    cross join lateral (
      select address, organization_id, external_user_id from wallets
      where address = asked.address and status <> 'failed' offset 0
    ) as own`.execute(trx)
  return new Map(rows.map(({ address, ...owner }) => [address, owner]))
}

/** Stores a change. Returns whether it is new. */
async function storeChange(
  ctx: HasClock,
  trx: Transaction,
  { wallet, transactionHash, log, kind, endsAtSeconds }: AuthorityEvent,
  { organizationId }: Owner,
): Promise<boolean> {
  const stored = await trx
    .insertInto('wallet_authority_events')
    .values({
      wallet_address: wallet,
      transaction_hash: transactionHash,
      log,
      organization_id: organizationId,
      kind,
      removal_ends_at: endsAtSeconds?.toString() ?? null,
      found_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['wallet_address', 'transaction_hash', 'log']).doNothing())
    .returning('log')
    .executeTakeFirst()
  if (stored === undefined) return false
  if (ENDS_REMOVAL.has(kind)) {
    await trx
      .updateTable('wallet_authority_events')
      .set({ removal_is_over: true })
      .where('wallet_address', '=', wallet)
      .where('removal_ends_at', 'is not', null)
      .where('removal_is_over', '=', false)
      .where((row) => row.or([row('transaction_hash', '<>', transactionHash), row('log', '<>', log)]))
      .execute()
  }
  return true
}

function changeData({ wallet, transactionHash, coSigner, endsAtSeconds, key }: AuthorityEvent): EventData {
  return {
    walletAddress: wallet,
    transactionHash,
    ...(coSigner !== undefined && { coSigner: checksumAddress(coSigner) }),
    ...(endsAtSeconds !== undefined && {
      coSignerUntil: new Date(Number(endsAtSeconds) * 1_000).toISOString(),
    }),
    ...(key !== undefined && { keyNumber: key.number, qx: coordinateHex(key.x), qy: coordinateHex(key.y) }),
  }
}

/** Reads the co-signers of wallets at a block. Omits wallets that did not respond. */
export type ReadCoSigners = (
  wallets: readonly Address[],
  at: bigint,
) => Promise<ReadonlyMap<Address, CoSignerAt>>

type Ended = Owner & { wallet: Address; transactionHash: Hex; log: string; endsAt: string }

/** Outcome of a removal whose delay has passed. `void`: another change replaced it. */
type Ending = 'removed' | 'void' | 'unknown'

/**
 * Reports removals of co-signers that have taken effect by a final block. No log reports this, because the
 * wallet contract compares the time itself. Reads the contract again at that block, because a reorg may have
 * undone the start of the removal. Undecided removals are checked again in the next round.
 */
export async function recordEndedRemovals(
  ctx: HasClock & HasDatabase,
  { number, timestamp }: Pick<FinalBlock, 'number' | 'timestamp'>,
  readCoSigners: ReadCoSigners,
): Promise<void> {
  for (let due = await readDue(ctx, timestamp); due.length > 0;) {
    const coSigners = await readCoSigners([...new Set(due.map(({ wallet }) => wallet))], number)
    for (const ended of due) {
      const ending = readEnding(coSigners.get(ended.wallet), BigInt(ended.endsAt))
      if (ending !== 'unknown') await recordEnded(ctx, ended, ending)
    }
    // Undecided removals stay in the table, so the next page must start after this one.
    due = due.length < PAGE ? [] : await readDue(ctx, timestamp, due.at(-1))
  }
}

/** Maximum removals checked on the chain at once. */
const PAGE = 40

/** Reads a page of undecided removals that end by a given time, earliest first. */
async function readDue({ db }: HasDatabase, timestamp: bigint, last?: Ended): Promise<Ended[]> {
  const behind = sql`and (changed.removal_ends_at, changed.transaction_hash, changed.log)
    > (${last?.endsAt}::numeric, ${last?.transactionHash}, ${last?.log})`
  const { rows } = await sql<Ended>`
    select changed.wallet_address as wallet, changed.transaction_hash as "transactionHash", changed.log,
      changed.organization_id as "organizationId", own.external_user_id as "externalUserId",
      changed.removal_ends_at::text as "endsAt"
    from wallet_authority_events as changed
    join wallets as own on own.address = changed.wallet_address and own.status <> 'failed'
    where changed.removal_ends_at is not null and not changed.removal_is_over
      and changed.removal_ends_at <= ${timestamp.toString()}::numeric ${last === undefined ? sql`` : behind}
    order by changed.removal_ends_at, changed.transaction_hash, changed.log limit ${PAGE}`.execute(db)
  return rows
}

function readEnding(at: CoSignerAt | undefined, endsAtSeconds: bigint): Ending {
  if (at === undefined) return 'unknown'
  if (at.coSigner === undefined) return 'removed'
  return at.untilSeconds === endsAtSeconds ? 'unknown' : 'void'
}

/**
 * Records the end of a removal with a conditional update, so that only one of several processes reports it.
 */
async function recordEnded(
  ctx: HasClock & HasDatabase,
  { wallet, transactionHash, log, organizationId, externalUserId }: Ended,
  ending: Exclude<Ending, 'unknown'>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update wallet_authority_events set removal_is_over = true
      where wallet_address = ${wallet} and transaction_hash = ${transactionHash} and log = ${log}
        and not removal_is_over returning 1`.execute(trx)
    if (rows.length === 0 || ending === 'void') return
    await emitEvent(trx, {
      organizationId,
      type: 'wallet.cosigner.removed',
      at: ctx.clock.now(),
      data: {
        walletAddress: wallet,
        transactionHash,
        ...(externalUserId !== '' && { externalUserId }),
      },
    })
  })
}
