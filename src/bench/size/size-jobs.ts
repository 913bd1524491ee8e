import { sql } from 'kysely'
import { LOOSENING_KINDS, type AlertKind } from '#protocol/alerts.ts'
import { forgetOldIdempotencyKeys } from '#server-kit/idempotency/run-once.ts'
import { alertKinds } from '#service/alerts/alert-kinds.ts'
import { findProposers } from '#service/alerts/recovery-proposals.ts'
import { forgetOldApprovals } from '#service/approvals/approval-jobs.ts'
import { expireHeld } from '#service/approvals/decide-held.ts'
import { takeDue } from '#service/approvals/take-due-notices.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Transaction } from '#service/db/database.ts'
import { forgetOldCodes } from '#service/email/verification-code.ts'
import { outcomeStore } from '#service/execution/outcome-store.ts'
import { createApprovedSender } from '#service/execution/send-due-approved.ts'
import { findClaims, readUpTo } from '#service/holdings/claims.ts'
import { followedWallets, followWallets, walletsBehind } from '#service/holdings/follow-wallets.ts'
import { rollBack } from '#service/holdings/index-progress.ts'
import { idempotencyStore } from '#service/http/endpoint-routes.ts'
import { forgetOldRequests } from '#service/keys/request-log.ts'
import { forgetOldCounts } from '#service/keys/shared-counts.ts'
import { requireGasShares } from '#service/relayer/gas-budget.ts'
import { claimDeliveries } from '#service/webhooks/claim-deliveries.ts'
import { deleteOldEvents } from '#service/webhooks/delete-old-events.ts'
import { sequenceEvents } from '#service/webhooks/run-webhooks.ts'
import type { Places, SizeOperation } from './size-places.ts'
import type { SizeWorld } from './size-world.ts'

/** Alert kinds that are not measured: the act itself raises them, or their check reads the chain first. */
const NOT_LOOKED_AT: ReadonlySet<AlertKind> = new Set([
  ...LOOSENING_KINDS,
  'recovery-proposed',
  'co-signer-removal',
])
const CLAIMED_AT_ONCE = { slots: 256, failingSlots: 64 }

/** Jobs that every process repeats, and statements that every wallet call runs. */
export function jobOperations(world: SizeWorld): SizeOperation[] {
  const { ctx } = world
  const { db, clock } = ctx
  const dropped = (work: (trx: Transaction) => Promise<unknown>) => undone(world, work)
  return [
    {
      what: 'claim of webhooks',
      run: () => claimDeliveries(db, CLAIMED_AT_ONCE, clock.now()),
      prepare: () => giveBack(world),
    },
    {
      what: 'claim of webhooks that finds nothing',
      run: () => claimDeliveries(db, CLAIMED_AT_ONCE, new Date(0)),
    },
    {
      what: 'numbering of 500 events',
      run: () => sequenceEvents(db, clock.now()),
      prepare: () => takeSequences(world),
    },
    {
      what: 'numbering that finds nothing',
      run: () => sequenceEvents(db, clock.now()),
      prepare: () => numberAll(world),
    },
    { what: 'expiry that finds nothing', run: () => expireHeld(ctx) },
    {
      what: 'expiry of 100 transactions',
      run: () => dropped((trx) => endDeadlines(trx).then(() => expireHeld({ db: trx }))),
    },
    { what: 'claim of approved transactions', run: () => createApprovedSender(ctx).sweep() },
    {
      what: 'claim of mails',
      run: () =>
        dropped((trx) => sql`${takeDue('approver_mails', { max: 10, leaseSeconds: 60 })}`.execute(trx)),
    },
    {
      what: 'claim of push messages',
      run: () =>
        dropped((trx) => sql`${takeDue('approver_pushes', { max: 20, leaseSeconds: 30 })}`.execute(trx)),
    },
  ]
}

/** Jobs that read all rows: outcomes, alerts, metrics and the index of holdings. */
export function watchOperations(world: SizeWorld, { treasury, wallet }: Places): SizeOperation[] {
  const { ctx, demo } = world
  const { db, clock, chain } = ctx
  const of = { organizationId: demo.id, wallet: treasury }
  const page = { after: undefined, count: 51, tokens: undefined }
  const dropped = (work: (trx: Transaction) => Promise<unknown>) => undone(world, work)
  return [
    { what: 'watched outcomes', run: () => outcomeStore(ctx).watched() },
    { what: 'blocks of outcomes', run: () => outcomeStore(ctx).outcomeBlocks() },
    {
      what: 'gas of a wallet and its user',
      run: () =>
        db.transaction().execute((trx) =>
          requireGasShares(trx, [{ organizationId: demo.id, wallet: `0x${treasury.slice(2)}` }], {
            walletGasPerDay: 10n ** 18n,
            userGasPerDay: 10n ** 18n,
            now: clock.now(),
          }),
        ),
    },
    {
      what: 'alerts of recovery-proposed, its wallets',
      run: () => findProposers(db, [lowerCase(wallet.middle.address)]),
    },
    ...alertKinds(ctx)
      .filter(({ kind }) => !NOT_LOOKED_AT.has(kind))
      .map(({ kind, lookAt }) => ({ what: `alerts of ${kind}`, run: () => lookAt(clock.now()) })),
    { what: 'metrics', run: () => ctx.metrics.text() },
    { what: 'holdings of a wallet with 20,000', run: () => findClaims(db, chain.id, of, page) },
    {
      what: 'holdings of a wallet',
      run: () => findClaims(db, chain.id, { ...of, wallet: wallet.middle.address }, page),
    },
    { what: 'block up to which holdings are read', run: () => readUpTo(db, chain.id, treasury) },
    { what: 'wallets to follow', run: () => followedWallets(db, chain.id) },
    { what: 'wallets whose history is not read yet', run: () => walletsBehind(db, chain.id, 1_000n) },
    {
      what: 'adding new wallets to the index',
      run: () => dropped((trx) => followWallets(trx, chain.id, after(clock.now().getTime() - 900_000))),
    },
    {
      what: 'check of all wallets, 2,000 at a time',
      run: () => dropped((trx) => followWallets(trx, chain.id, after(0))),
    },
    {
      what: 'rollback of holdings',
      run: () =>
        dropped((trx) => rollBack(trx, chain.id, BigInt(Math.floor(world.size.transactions / 10)) - 5n)),
    },
  ]
}

/** Deletes old rows. Each run deletes the rows of one more minute. */
export function retentionOperations(world: SizeWorld): SizeOperation[] {
  const { ctx } = world
  let minutes = 0
  const later = () => {
    minutes += 1
    return { ...ctx, clock: { now: () => new Date(Date.now() + minutes * 60_000) } }
  }
  return [
    { what: 'retention of events', run: () => deleteOldEvents(later()) },
    { what: 'retention of the request log of keys', run: () => forgetOldRequests(later()) },
    { what: 'retention of codes', run: () => forgetOldCodes(later()) },
    { what: 'retention of counts', run: () => forgetOldCounts(later()) },
    {
      what: 'retention of repeated requests',
      run: () => forgetOldIdempotencyKeys(idempotencyStore(later())),
    },
    { what: 'retention of approvals', run: () => forgetOldApprovals(ctx) },
  ]
}

const after = (ms: number) => ({ at: new Date(ms).toISOString(), id: '00000000-0000-0000-0000-000000000000' })

class Undone extends Error {}

/** Runs work in a database transaction and rolls it back. */
async function undone({ ctx }: SizeWorld, work: (trx: Transaction) => Promise<unknown>): Promise<void> {
  const trx = ctx.db.transaction().execute(async (open) => {
    await work(open)
    throw new Undone()
  })
  await trx.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

const giveBack = ({ ctx }: SizeWorld) => ctx.db.deleteFrom('webhook_leases').execute()

const endDeadlines = (trx: Transaction) =>
  sql`update held_transactions set deadline = service_now() where transaction_id in (
    select id from transactions where rare_state = 'PENDING_USER_APPROVAL' limit 100)`.execute(trx)

/** Removes the sequence numbers of the newest events. */
const takeSequences = ({ ctx }: SizeWorld) =>
  sql`with newest as (select id from events where sequence is not null order by sequence desc limit 500)
    update events set sequence = null from newest where events.id = newest.id`.execute(ctx.db)

async function numberAll({ ctx }: SizeWorld): Promise<void> {
  while ((await sequenceEvents(ctx.db, ctx.clock.now())).length > 0);
}
